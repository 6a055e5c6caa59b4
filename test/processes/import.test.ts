import * as xlsx from 'xlsx';
import type { TestApp } from '../harness';
import { collection, createApp, dialect, integer, sequence, text } from '../harness';
import { numberOf, numbersOf, range } from './numbers';

/** The platform's import action reads this many rows of a file, and writes them in chunks of 1,000. */
const FILE = 2000;
const CHUNK = 1000;

describe(`import by the built-in action on ${dialect}`, () => {
  let test: TestApp;
  let statements: string[] = [];

  beforeAll(async () => {
    test = await createApp({ plugins: ['action-import'] });
    const { options } = test.app.db.sequelize as unknown as { options: { logging: unknown } };
    options.logging = (sql: string) => void statements.push(sql);
  });

  afterAll(() => test.close());

  beforeEach(() => {
    statements = [];
  });

  const COLUMNS = [
    { dataIndex: ['title'], defaultTitle: 'Title', title: 'Title' },
    { dataIndex: ['code'], defaultTitle: 'Code', title: 'Code' },
  ];

  async function importRows(
    name: string,
    rows: Array<Array<string | null>>,
    columns = 1,
  ): Promise<{ status: number; body: any }> {
    const sheet = xlsx.utils.aoa_to_sheet([COLUMNS.slice(0, columns).map(({ title }) => title), ...rows]);
    const file = xlsx.write(
      { SheetNames: ['Rows'], Sheets: { Rows: sheet } },
      { type: 'buffer', bookType: 'xlsx' },
    ) as Buffer;
    return test.agent
      .post(`/api/${name}:importXlsx`)
      .field('columns', JSON.stringify(COLUMNS.slice(0, columns)))
      .attach('file', file, 'rows.xlsx');
  }

  const draws = (): string[] => statements.filter((sql) => /UPDATE \S*sequences\b/.test(sql.replace(/["`]/g, '')));
  const codes = async (name: string): Promise<string[]> =>
    (await test.app.db.getRepository(name).find({ fields: ['code'], sort: ['id'] })).map(
      (row: { get(name: string): string }) => row.get('code'),
    );

  it('numbers 10,000 rows with one counter statement a chunk', async () => {
    await collection(test, 'orders', [sequence('code', [text('DH-'), integer({ digits: 5 })])]);
    expect((await test.post('orders:create', { title: 'first use' })).body.data.code).toBe('DH-00001');
    statements = [];

    for (let from = 0; from < 10_000; from += FILE) {
      const rows = range(from + 1, from + FILE).map((n) => [`row ${n}`]);
      const { status, body } = await importRows('orders', rows);
      expect([status, body.data ?? body]).toEqual([200, expect.objectContaining({ successCount: FILE })]);
    }

    expect(draws()).toHaveLength(10_000 / CHUNK);
    const numbers = (await codes('orders')).map(numberOf);
    // In the order of the file, too.
    expect(numbers).toEqual(range(1, 10_001));
    expect((await test.post('orders:create', {})).body.data.code).toBe('DH-10002');
  });

  it('keeps the numbers of a file where people may type them, and goes on after the highest', async () => {
    await collection(test, 'typed', [sequence('code', [text('ORD-'), integer({ digits: 4 })], { inputable: true })]);
    const rows = range(1, 500).map((n) => [`row ${n}`, `ORD-${String(n).padStart(4, '0')}`]);
    expect((await importRows('typed', rows, 2)).status).toBe(200);

    expect((await test.post('typed:create', {})).body.data.code).toBe('ORD-0501');
    expect(
      (
        await importRows(
          'typed',
          [
            ['a', null],
            ['b', 'ORD-0700'],
            ['c', ''],
          ],
          2,
        )
      ).status,
    ).toBe(200);
    expect((await codes('typed')).slice(-3)).toEqual(['ORD-0502', 'ORD-0700', 'ORD-0701']);
  });

  it('pays no heed to the numbers of a file where nobody may type them', async () => {
    await collection(test, 'fixed', [sequence('code', [text('F-'), integer({ digits: 4 })])]);
    expect(
      (
        await importRows(
          'fixed',
          [
            ['a', 'F-0900'],
            ['b', null],
            ['c', 'other'],
          ],
          2,
        )
      ).status,
    ).toBe(200);
    expect(numbersOf(await codes('fixed'))).toEqual([1, 2, 3]);
  });
});
