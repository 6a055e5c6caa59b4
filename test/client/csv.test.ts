import { csvParseRows } from 'd3-dsv';
import { parseCounter } from '../../src/client-v2/api/parse-sequences';
import { parseIntegrity } from '../../src/client-v2/api/parse-integrity';
import { parseChange } from '../../src/client-v2/api/parse-changes';
import { parseRepair } from '../../src/client-v2/api/parse-sequences';
import { countersCsv } from '../../src/client-v2/csv/counters-csv';
import { harmless, toCsv } from '../../src/client-v2/csv/csv';
import { historyCsv } from '../../src/client-v2/csv/history-csv';
import { integrityCsv } from '../../src/client-v2/csv/integrity-csv';
import { entryOfChange, entryOfRepair } from '../../src/client-v2/history/history-entry';
import { buildTitleLookup } from '../../src/client-v2/sequences/titles';

const host = { t: (key: string) => key, language: 'en-US' };

/** The cells of a file as a program reads them, by the heading of their column. */
function read(csv: string): Record<string, string>[] {
  expect(csv.codePointAt(0)).toBe(0xfeff);
  const [header, ...rows] = csvParseRows(csv.slice(1).trimEnd());
  return rows.map((row) => {
    expect(row).toHaveLength(header.length);
    return Object.fromEntries(header.map((name, index) => [name, row[index]]));
  });
}

describe('toCsv', () => {
  it('keeps every text as it is: quotes, commas, line ends, other scripts', () => {
    const cells = ['a,b', 'say "hi"', 'two\nlines', 'số 1', '编号', '', '9007199254740993'];
    const [row] = csvParseRows(toCsv([cells]).slice(1).trimEnd());
    expect(row).toEqual(cells);
  });

  it.each([
    ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
    ['+1', `'+1`],
    ['-2+3', `'-2+3`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['  =1', `  '=1`],
    ['\t=1', `\t'=1`],
    ['\uff1d1', `'\uff1d1`],
    ['a;=1', `a;'=1`],
    ['first\n=1', `first\n'=1`],
    ['DH-00001', 'DH-00001'],
    ['a=b', 'a=b'],
    ['2026-01-01', '2026-01-01'],
  ])('no cell is a formula: %j', (text, safe) => {
    expect(harmless(text)).toBe(safe);
  });
});

describe('exports', () => {
  const counter = parseCounter({
    collection: 'orders',
    field: 'code',
    collectionTitle: '=Orders',
    fieldTitle: 'Code, main',
    key: 1,
    scope: '7',
    period: '2026-01-01T00:00:00.000Z',
    current: '44',
    next: '45',
  });

  it('counters with their health', () => {
    const counts = { total: 50, nulls: 1, duplicates: 2, gaps: 3, behind: true, unreadable: 4 };
    const health = { ...counts, works: true, faults: [], collection: 'orders', field: 'code' };
    const known = { step: 'known' as const, health };
    const [row] = read(countersCsv([counter], new Map([['["orders","code"]', known]]), host));
    expect(row).toMatchObject({
      Collection: `'=Orders`,
      Field: 'Code, main',
      Scope: '7',
      'Next number': '45',
      Records: '50',
      'Counter behind': 'Yes',
      'Pattern does not work': '',
    });
    const broken = { step: 'known' as const, health: { ...health, works: false, faults: ['No such cycle.'] } };
    expect(read(countersCsv([counter], new Map([['["orders","code"]', broken]]), host))[0]).toMatchObject({
      Records: '',
      'Counter behind': '',
      'Pattern does not work': 'No such cycle.',
    });
    expect(read(countersCsv([counter], new Map(), host))[0]).toMatchObject({ Records: '', 'Counter behind': '' });
  });

  it('every finding of a report with its records', () => {
    const report = parseIntegrity({
      total: 9,
      nulls: 1,
      nullIds: [3],
      duplicates: [{ value: 'A', count: 2, ids: [1, 2] }],
      gaps: [{ scope: '', period: '', from: '5', to: '8', before: 4, after: 9 }],
      behind: true,
    });
    const rows = read(integrityCsv(report, host));
    expect(rows.map((row) => row.Finding)).toEqual([
      'The counter is behind the data',
      'Repeated number',
      'Gap',
      'Without a number',
    ]);
    expect(rows[2]).toMatchObject({ From: '5', To: '8', 'How many': '4', Records: '4 9' });
  });

  it('the history, a row for each counter or rule', () => {
    const repaired = { collection: 'orders', field: 'code', before: '3', after: '44', action: 'raised' };
    const same = { ...repaired, before: '44', action: 'none' };
    const entries = [
      entryOfChange(parseChange({ id: 1, action: 'setNext', collection: 'orders', field: 'code', from: '4', to: '9' })),
      entryOfRepair(parseRepair({ id: 1, dryRun: false, rows: [repaired, same], by: 'Lan' })),
      entryOfChange(
        parseChange({ id: 2, action: 'rules', detail: { before: { unique: false }, after: { unique: true } } }),
      ),
    ];
    const rows = read(historyCsv(entries, buildTitleLookup([counter]), host));
    expect(rows.map(({ What, Before, After }) => [What, Before, After])).toEqual([
      ['Next number set', '4', '9'],
      ['Repair', '3', '44'],
      ['Rules changed', 'false', 'true'],
    ]);
    expect(rows[1]).toMatchObject({ By: 'Lan', Field: `'=Orders / Code, main` });
  });
});
