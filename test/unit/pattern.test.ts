import fc from 'fast-check';
import { formatDate, formatMatcher } from '../../src/server/sequence/pattern/date-format';
import { storedPatterns } from '../../src/server/sequence/field/field-options';
import type { FreeKey } from '../../src/server/sequence/field/key-match';
import type { Pattern } from '../../src/server/sequence/pattern/pattern';
import { compilePattern } from '../../src/server/sequence/pattern/pattern';
import { scopeText } from '../../src/server/sequence/numbering/scope';
import { SegmentRegistry } from '../../src/server/sequence/pattern/segments/registry';
import { patternWarnings } from '../../src/server/sequence/pattern/warnings';

const segments = new SegmentRegistry();
function pattern(...parts: Array<[string, object]>): Pattern {
  const compiled = compilePattern(
    parts.map(([type, options]) => ({ type, options })),
    segments,
  );
  if (!compiled.pattern) throw new Error(JSON.stringify(compiled.faults));
  return compiled.pattern;
}
const context = {
  at: new Date('2026-02-03T04:05:06Z'),
  zone: 'UTC',
  value: () => 'A1',
  instant: () => null,
  random: () => 0,
};

test('a date format’s expression matches every date in it', () => {
  const formats = [
    'YYYYMMDD',
    'YY-M-D',
    'MMMM',
    'ddd Do MMM',
    'GGGG-[W]WW',
    'gggg w wo',
    '[Q]Q YYYY',
    'HH:mm:ss.SSS',
    'hh A',
    'h a',
    'X x',
    'Z ZZ',
    'dd d',
    'k kk',
    '[a.b] YYYY',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...formats),
      fc.date({ min: new Date('1971-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Havana'),
      (format, at, zone) => {
        expect(formatDate(at, format, zone)).toMatch(new RegExp(`^${formatMatcher(format)}$`));
      },
    ),
  );
});

test('what a pattern writes it reads back, past its digits and past 2^53', () => {
  const patterns = [
    pattern(['string', { value: 'DH-' }], ['integer', { digits: 5 }]),
    pattern(['date', { format: 'YYYY' }], ['integer', { digits: 4 }]),
    pattern(['string', { value: '$(x)^[1]' }], ['integer', { digits: 3, base: 36 }], ['string', { value: '.' }]),
    pattern(
      ['integer', { digits: 2, key: 1 }],
      ['string', { value: '/' }],
      ['integer', { digits: 2, key: 2, base: 2 }],
    ),
    pattern(['randomChar', { length: 3, charsets: ['symbol', 'lowercase'] }], ['integer', { digits: 2 }]),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...patterns), fc.bigInt({ min: 0n, max: 2n ** 62n }), (subject, number) => {
      const numbers = new Map(
        subject.counting.map(({ index, rule }) => [index, rule.base === 2 ? number % 1024n : number % 10n ** 17n]),
      );
      expect(subject.read(subject.render(context, numbers))).toEqual(numbers);
    }),
  );
});

test('known texts tell a field’s digits from the counter’s', () => {
  const subject = pattern(['field', { path: 'x' }], ['integer', { digits: 4 }]);
  expect(subject.read('A110000', new Map([[0, 'A1']]))).toEqual(new Map([[1, 10000n]]));
});

test.each([
  ['ord-0005', null],
  ['ORD-5', null],
  ['ORD-0005x', null],
  ['xORD-0005', null],
  ['ORD-00005', 5n],
  ['ORD-99999999999999999999', null],
])('%s', (value, number) => {
  const read = pattern(['string', { value: 'ORD-' }], ['integer', { digits: 4 }]).read(value);
  expect(read?.get(1) ?? null).toBe(number);
});

test.each([
  ['YYYY', '0 0 1 1 *', []],
  ['YY', '@yearly', []],
  ['YYYY', '0 0 1 * *', ['RESET_NOT_SHOWN']],
  ['MM', '0 0 1 1 *', ['RESET_NOT_SHOWN']],
  ['YYYYMM', '0 0 1 * *', []],
  ['YYYYMM', '0 0 * * *', ['RESET_NOT_SHOWN']],
  ['YYYYMMDD', '0 0 * * *', []],
  ['GGGG-WW', '0 0 * * 1', []],
  ['YYYYQ', '0 0 1 1,4,7,10 *', []],
  ['YYYYMMDD', '0 * * * *', ['RESET_NOT_SHOWN']],
  ['YYYY-WW', '0 0 1 1 *', ['WEEK_YEAR_MIX']],
])('%s with %s: %p', (format, cycle, codes) => {
  expect(patternWarnings(pattern(['date', { format }], ['integer', { cycle }])).map((warning) => warning.code)).toEqual(
    codes,
  );
});

test('a pattern that only shows fixed text is warned of', () => {
  expect(patternWarnings(pattern(['string', { value: 'A' }])).map((warning) => warning.code)).toEqual([
    'NO_DISTINGUISHING_PART',
  ]);
});

test('two combinations of scope values never share a text', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom('|', '~', '\\', 'a|b', 'sha256:x', 'x'.repeat(300)),
  );
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 3 }),
      fc.array(value, { minLength: 1, maxLength: 3 }),
      (a, b) => {
        const plain = (values: unknown[]): string =>
          JSON.stringify(
            values.map((v) => (v === null || (typeof v === 'string' && v.trim() === '') ? null : String(v))),
          );
        expect(scopeText(a) === scopeText(b)).toBe(plain(a) === plain(b));
        expect(scopeText(a).length).toBeLessThanOrEqual(191);
      },
    ),
    { numRuns: 500 },
  );
});

test('keys: kept, taken back from the former pattern, or new and of their own', () => {
  let next = 100;
  const integer = (key?: number): object => ({ type: 'integer', options: key === undefined ? {} : { key } });
  const keys = (patterns: unknown[], before?: unknown[]): unknown[] =>
    storedPatterns(patterns, [freeKeys(before)], () => next++).map((part: any) => part.options.key);
  const freeKeys = (parts: any[] = []): FreeKey[] =>
    parts.map(({ options }) => ({ key: options.key, resets: false, scoped: false }));
  expect(keys([integer(7), integer()])).toEqual([7, 100]);
  expect(keys([integer(), integer()], [integer(1), integer(2)])).toEqual([1, 2]);
  expect(keys([integer(2), integer()], [integer(1), integer(2)])).toEqual([2, 1]);
  next = 7;
  expect(keys([integer(), integer(7)])).toEqual([8, 7]);
});
