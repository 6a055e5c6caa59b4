import { QueryTypes } from 'sequelize';
import { numberShape } from '../../src/server/sequence/pattern/number-shape';
import { compilePattern } from '../../src/server/sequence/pattern/pattern';
import { SegmentRegistry } from '../../src/server/sequence/pattern/segments/registry';
import type { TestApp } from '../harness';
import { createApp, date, dialect, integer, text } from '../harness';

const keyed = (options: object = {}): object => integer({ key: 1, ...options });
const chance = (options: object): object => ({ type: 'randomChar', options });

const PATTERNS: Record<string, object[]> = {
  'a number alone': [keyed({ digits: 1 })],
  'text before': [text('DH-'), keyed()],
  'text behind': [keyed(), text('/A')],
  'text around': [text('DH-'), keyed(), text('-X')],
  'text with meanings of its own': [text('A.B(1)+[x]^$_%\\-'), keyed(), text('%_')],
  'text of more than ASCII': [text('N°/Ω '), keyed(), text('é')],
  'digits in the text': [text('2026'), keyed()],
  'a date of one length': [text('I'), date('YYYYMMDD'), text('-'), keyed()],
  'a date of many lengths': [date('MMMM'), text('-'), keyed()],
  'chance before': [chance({ length: 3, charsets: ['uppercase', 'symbol'] }), keyed()],
  'base 16': [text('X'), keyed({ base: 16, digits: 3 })],
  'base 36 behind a date': [date('YYYY'), keyed({ base: 36, digits: 2 })],
  'base 2': [text('B'), keyed({ base: 2, digits: 4 })],
  'as many digits as there can be': [text('L'), keyed({ digits: 18 })],
};

/** What else stands in such a column. */
const ODD = [
  '',
  ' ',
  'DH-',
  'DH-12',
  'DH-+123',
  'DH- 123',
  'DH-12_3',
  'DH-0x1F',
  'DH-1234 ',
  'dh-1234',
  'ADH-1234',
  'DH-١٢٣٤',
  'DH-12.4',
  'OLD-0099',
  '0001\n',
];

(dialect === 'postgres' ? describe : describe.skip)('PostgreSQL reads numbers as we do', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createApp();
  });

  afterAll(() => app.close());

  it.each(Object.entries(PATTERNS))('%s', async (_, patterns) => {
    const { pattern } = compilePattern(patterns, new SegmentRegistry());
    if (!pattern) throw new Error('the pattern cannot work');
    const { index, rule } = pattern.counting[0];
    const at = new Date('2026-01-05T12:00:00Z');
    const render = (number: bigint): string =>
      pattern.render(
        { at, zone: 'UTC', value: () => null, instant: () => at, random: () => 1 },
        new Map([[index, number]]),
      );
    const good = [0n, 1n, 9n, 99n, 12345n, 10n ** 15n].map(render);
    const spoiled = good.flatMap((value) => [
      `${value} `,
      ` ${value}`,
      `${value}x`,
      value.slice(1),
      value.slice(0, -1),
      value.toLowerCase(),
      `${value}${value}`,
    ]);
    const values = [...good, ...spoiled, ...ODD];

    const { matches, digits, replacements } = numberShape(pattern, index, 'v');
    const rows = await app.app.db.sequelize.query<{ v: string; digits: string | null }>(
      `SELECT v, ${matches ? `CASE WHEN ${matches} THEN ${digits} END` : digits} AS digits FROM unnest(ARRAY[:values]::varchar[]) AS v`,
      { type: QueryTypes.SELECT, replacements: { ...replacements, values } },
    );

    const parsed = (found: string): bigint =>
      [...found.toLowerCase()].reduce((sum, symbol) => sum * BigInt(rule.base) + BigInt(parseInt(symbol, 36)), 0n);
    expect(rows.map((row) => [row.v, row.digits === null ? null : parsed(row.digits)])).toEqual(
      values.map((value) => [value, pattern.read(value)?.get(index) ?? null]),
    );
    expect(good.map((value) => pattern.read(value)?.get(index))).not.toContain(undefined);
  });
});
