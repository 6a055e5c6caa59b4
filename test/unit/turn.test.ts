import { rebased } from '../../src/server/sequence/field/turn';

test('a save changes only the options that it is about', () => {
  const before = { patterns: [1], unique: false, timezone: 'UTC', uiSchema: { title: 'a' } };
  const stored = { patterns: [2], unique: true, timezone: 'UTC', match: true };
  expect(rebased(stored, before, { ...before, timezone: 'Asia/Tokyo' })).toEqual({ ...stored, timezone: 'Asia/Tokyo' });
  expect(rebased(stored, before, { ...before, patterns: [3] })).toEqual({ ...stored, patterns: [3] });
  expect(rebased(stored, before, { patterns: [1], unique: false, uiSchema: { title: 'a' } })).toEqual({
    patterns: [2],
    unique: true,
    match: true,
  });
  expect(rebased(stored, before, { ...before, uiSchema: { title: 'b' } })).toEqual({
    ...stored,
    uiSchema: { title: 'b' },
  });
});

test('without a change of its own it leaves what is stored', () => {
  expect(rebased({ a: 1 }, { a: 2, b: [1] }, { a: 2, b: [1] })).toEqual({ a: 1 });
});
