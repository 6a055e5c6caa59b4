import fc from 'fast-check';
import { dateChoices, titleOfPath, valueChoices } from '../../src/client-v2/editor/model/field-choices';
import { findingsOfPart, findingsOfWhole, firstWrongPart } from '../../src/client-v2/editor/model/findings';
import { ownWarnings } from '../../src/client-v2/editor/model/own-warnings';
import { readReset, RESET_KINDS, writeReset } from '../../src/client-v2/editor/model/reset';
import { moved } from '../../src/client-v2/editor/model/lists';
import { withSavedKeys, withType } from '../../src/client-v2/editor/model/segments';
import { cronInWords } from '../../src/client-v2/editor/cron-words';
import { knownZones } from '../../src/client-v2/editor/moments';
import { formatOdds } from '../../src/client-v2/editor/numbers';

describe('resets', () => {
  it.each([
    [undefined, { kind: 'never' }],
    ['@daily', { kind: 'daily' }],
    ['0 0 * * *', { kind: 'daily' }],
    ['0 0 * * 7', { kind: 'weekly', weekday: 0 }],
    ['0 0  1 * *', { kind: 'monthly' }],
    ['0 0 0 1 1 *', { kind: 'yearly' }],
    ['0 0 1 4 *', { kind: 'fiscal', month: 4 }],
    ['0 6 1 4 *', { kind: 'custom' }],
    ['bogus', { kind: 'custom' }],
    ['', { kind: 'custom' }],
  ])('reads %p', (cycle, reset) => {
    expect(readReset(cycle)).toMatchObject(reset);
  });

  it('reads back what it writes', () => {
    const reset = fc.record({
      kind: fc.constantFrom(...RESET_KINDS.filter((kind) => kind !== 'custom')),
      weekday: fc.integer({ min: 0, max: 6 }),
      month: fc.integer({ min: 2, max: 12 }),
    });
    fc.assert(
      fc.property(reset, (given) => {
        const read = readReset(writeReset(given, undefined));
        expect(read.kind).toBe(given.kind);
        if (given.kind === 'weekly') expect(read.weekday).toBe(given.weekday);
        if (given.kind === 'fiscal') expect(read.month).toBe(given.month);
      }),
    );
  });

  it('starts a custom one from the present cycle, else from monthly', () => {
    const custom = { ...readReset(undefined), kind: 'custom' as const };
    expect(writeReset(custom, '0 0 1 7 *')).toBe('0 0 1 7 *');
    expect(writeReset(custom, undefined)).toBe('0 0 1 * *');
  });
});

describe('cron in words', () => {
  it.each([
    ['en-US', 'At 06:00, only on Monday'],
    ['fr-FR', 'À 06:00, uniquement le lundi'],
    ['vi-VN', 'Vào 06:00, chỉ trên Thứ 2'],
    ['zh-CN', '在06:00, 仅星期一'],
    ['sv-SE', 'At 06:00, only on Monday'],
  ])('in %s', (language, words) => {
    expect(cronInWords('0 6 * * 1', language)).toBe(words);
  });

  it('has no words for what is no cron', () => {
    expect(cronInWords('bogus cron', 'en-US')).toBeUndefined();
  });
});

describe('counter keys', () => {
  const counter = (key?: number) => ({ type: 'integer', options: { digits: 4, ...(key !== undefined && { key }) } });

  it('go to counters without one, in their order, and never to two', () => {
    expect(withSavedKeys([counter(), counter(2), counter()], [counter(1), counter(2)])).toEqual([
      counter(1),
      counter(2),
      counter(),
    ]);
  });

  it('are not given back to a part whose key another one has taken up meanwhile', () => {
    const patterns = [counter(1), { type: 'date', options: {} }];
    expect(withType(patterns, 1, 'integer', { digits: 6, key: 1 })[1]).toEqual({
      type: 'integer',
      options: { digits: 6 },
    });
    expect(withType(patterns, 1, 'integer', { digits: 6, key: 2 })[1].options.key).toBe(2);
  });

  it('survive any number of moves', () => {
    const place = fc.integer({ min: -1, max: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place), { maxLength: 20 }), (moves) => {
        const start = [counter(1), counter(2), counter(3), counter(4)];
        const end = moves.reduce((list, [from, to]) => moved(list, from, to), start);
        expect([...end].sort((a, b) => Number(a.options.key) - Number(b.options.key))).toEqual(start);
      }),
    );
  });
});

describe('findings', () => {
  const findings = [
    { path: 'patterns[1].options.cycle', message: 'a' },
    { path: 'patterns[10].options.cycle', message: 'b' },
    { path: 'patterns[1]', message: 'c' },
    { path: 'patterns', message: 'd' },
    { path: 'timezone', message: 'e' },
  ];

  it('belong to their part and its option', () => {
    expect(findingsOfPart(findings, 1)).toEqual([
      { path: 'cycle', message: 'a' },
      { path: '', message: 'c' },
    ]);
  });

  it('are shown below the pattern where no part is there for them', () => {
    expect(findingsOfWhole(findings, 2).map(({ message }) => message)).toEqual(['b', 'd']);
    expect(firstWrongPart(findings)).toBe(1);
    expect(firstWrongPart([findings[3]])).toBeUndefined();
  });
});

describe('field choices', () => {
  const field = (name: string, type: string, more: object = {}) => ({
    name,
    title: name.toUpperCase(),
    type,
    interface: type,
    hidden: false,
    ...more,
  });
  const choices = {
    collection: 'orders',
    title: (stored: string) => stored,
    collections: [
      {
        name: 'orders',
        title: 'Orders',
        fields: [
          field('code', 'sequence'),
          field('due', 'dateOnly'),
          field('createdAt', 'date'),
          field('lines', 'hasMany', { target: 'lines' }),
          field('secret', 'string', { hidden: true }),
          field('parent', 'belongsTo', { target: 'orders' }),
        ],
      },
    ],
  };

  it('offer what a record holds as one value, also of records it belongs to, and end', () => {
    const fields = valueChoices(choices);
    expect(fields.map(({ path }) => path)).toEqual(['due', 'createdAt', 'parent']);
    expect(fields[2].children?.map(({ path }) => path)).toEqual([
      'parent.code',
      'parent.due',
      'parent.createdAt',
      'parent.parent',
    ]);
    expect(titleOfPath('parent.parent.due', fields)).toBe('PARENT / PARENT / DUE');
    expect(titleOfPath('gone.field', fields)).toBe('gone.field');
  });

  it('offer the dates of the record, its creation first', () => {
    expect(dateChoices(choices).map(({ path }) => path)).toEqual(['createdAt', 'due']);
  });
});

describe('own warnings', () => {
  const rules = { timezone: null, unique: true, inputable: false, match: false };
  const scoped = { type: 'integer', options: { scope: ['customer'] } };
  const about = (patterns: { type: string; options: Record<string, unknown> }[], unique = true) =>
    ownWarnings(
      { ...rules, unique, patterns },
      (path) => path,
      (key) => key,
    ).map(({ path }) => path);

  it('tell of a second counter', () => {
    expect(about([scoped, { type: 'integer', options: {} }], false)).toEqual(['patterns[1]']);
  });

  it('tell of a unique number that does not show what it is counted by', () => {
    expect(about([scoped])).toEqual(['patterns[0].options.scope']);
    expect(about([scoped], false)).toEqual([]);
    expect(about([{ type: 'field', options: { path: 'customer.code' } }, scoped])).toEqual([]);
  });
});

describe('odds', () => {
  it.each([
    [0, '0%'],
    [0.0012, '0.12%'],
    [0.00000001, '< 0.01%'],
    [1, '100%'],
  ])('%p', (odds, text) => {
    expect(formatOdds(odds, 'en-US')).toBe(text);
  });
});

describe('time zones', () => {
  it('go by their present names', () => {
    const zones = knownZones();
    expect(zones).toEqual(expect.arrayContaining(['UTC', 'Asia/Ho_Chi_Minh', 'Asia/Kolkata', 'Europe/Paris']));
    expect(zones).not.toContain('Asia/Saigon');
  });
});
