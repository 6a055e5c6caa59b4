import fc from 'fast-check';
import { matchKeys } from '../../src/server/sequence/field/key-match';

const role = fc.record({ resets: fc.boolean(), scoped: fc.boolean() });

test('a part gets the key of one that counted alike, then any, from the first group on', () => {
  const plain = { resets: false, scoped: false };
  const yearly = { resets: true, scoped: false };
  expect(
    matchKeys(
      [yearly, plain],
      [
        [
          { key: 1, ...plain },
          { key: 2, ...yearly },
        ],
      ],
    ),
  ).toEqual([2, 1]);
  expect(matchKeys([yearly], [[{ key: 1, ...plain }], [{ key: 2, ...yearly }]])).toEqual([1]);
  expect(matchKeys([plain, plain, plain], [[{ key: 1, ...yearly }], [{ key: 2, ...plain }]])).toEqual([1, 2, null]);
  expect(matchKeys([], [[{ key: 1, ...plain }]])).toEqual([]);
});

test('no key is given twice, and none is held back while a part has none', () => {
  const groups = fc.uniqueArray(fc.nat(50)).chain((keys) =>
    fc
      .tuple(fc.array(role, { minLength: keys.length, maxLength: keys.length }), fc.nat(keys.length))
      .map(([roles, cut]) => {
        const free = keys.map((key, i) => ({ key, ...roles[i] }));
        return [free.slice(0, cut), free.slice(cut)];
      }),
  );
  fc.assert(
    fc.property(fc.array(role), groups, (parts, free) => {
      const given = matchKeys(parts, free).filter((key) => key !== null);
      expect(new Set(given).size).toBe(given.length);
      expect(given.length).toBe(Math.min(parts.length, free.flat().length));
      for (const key of given) expect(free.flat().map((candidate) => candidate.key)).toContain(key);
    }),
  );
});
