import type { TestApp } from '../harness';
import { collection, createApp, date, dialect, integer, sequence, text } from '../harness';

// Cases 10–15 of the faults people met, and late records.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app?.close());

const DAILY = '0 0 * * *';
const YEARLY = '0 0 1 1 *';

/** Creates records one after another at given times and answers their numbers. */
async function numbers(name: string, times: string[], field = 'createdAt'): Promise<string[]> {
  const given: string[] = [];
  for (const time of times) {
    const record = await app.app.db
      .getRepository(name)
      .create({ values: { [field]: field === 'createdAt' ? new Date(time) : time } });
    given.push(record.get('code') as string);
  }
  return given;
}

test('without a reset the counter goes on over New Year', async () => {
  await collection(app, 'p_endless', [sequence('code', [date('YYYYMMDD'), text('-'), integer()])]);
  expect(await numbers('p_endless', ['2025-12-31T10:00:00Z', '2026-01-01T10:00:00Z'])).toEqual([
    '20251231-0001',
    '20260101-0002',
  ]);
});

test('the date and the reset follow one time zone', async () => {
  await collection(app, 'p_zone', [
    sequence('code', [date('YYYYMMDD'), text('-'), integer({ digits: 3, cycle: DAILY })], {
      timezone: 'Asia/Shanghai',
    }),
  ]);
  const given = await numbers('p_zone', [
    '2026-01-31T15:58:00Z',
    '2026-01-31T15:59:00Z',
    '2026-01-31T22:48:00Z',
    '2026-02-01T15:59:59Z',
    '2026-02-01T16:00:00Z',
  ]);
  expect(given).toEqual(['20260131-001', '20260131-002', '20260201-001', '20260201-002', '20260202-001']);
});

test('a reset follows the date field that the number shows', async () => {
  await collection(app, 'p_order', [
    { name: 'orderDate', type: 'dateOnly', interface: 'date' },
    sequence('code', [date('YYYY', { field: 'orderDate' }), integer({ cycle: YEARLY })]),
  ]);
  const given = await numbers('p_order', ['2025-12-30', '2026-01-02', '2025-12-31', '2026-01-03'], 'orderDate');
  expect(given).toEqual(['20250001', '20260001', '20250002', '20260002']);
  const rows = (await app.get('sequences:list', { collection: 'p_order' })).body.data;
  expect(rows.map((row: any) => [row.period, row.current])).toEqual([
    ['2025-01-01T00:00:00.000Z', '2'],
    ['2026-01-01T00:00:00.000Z', '2'],
  ]);
  const repaired = (await app.post('sequences:repair', { collection: 'p_order' })).body.data.rows;
  expect(repaired.map((row: any) => row.action)).toEqual(['none', 'none']);
});

test('an instant equal to the reset belongs to the new period', async () => {
  await collection(app, 'p_instant', [sequence('code', [integer({ digits: 3, cycle: DAILY })])]);
  const given = await numbers('p_instant', [
    '2026-01-01T23:59:59.999Z',
    '2026-01-02T00:00:00.000Z',
    '2026-01-02T00:00:00.001Z',
    '2026-01-03T00:00:00.000Z',
  ]);
  expect(given).toEqual(['001', '001', '002', '001']);
});

test('one bulk write over a reset numbers each day by itself', async () => {
  await collection(app, 'p_bulk', [
    sequence('code', [date('YYYYMMDD'), text('-'), integer({ digits: 3, cycle: DAILY })]),
  ]);
  const times = [
    '2026-01-01T10:00:00Z',
    '2026-01-01T23:59:59Z',
    '2026-01-02T00:00:00Z',
    '2026-01-01T12:00:00Z',
    '2026-01-02T01:00:00Z',
  ];
  const made: any[] = (await app.app.db
    .getCollection('p_bulk')
    .model.bulkCreate(times.map((time) => ({ createdAt: new Date(time) })))) as never;
  expect(made.map((record) => record.get('code'))).toEqual([
    '20260101-001',
    '20260101-002',
    '20260102-001',
    '20260101-003',
    '20260102-002',
  ]);
});

test('given numbers between blanks of one bulk write raise the counter where they stand', async () => {
  await collection(app, 'p_mixed', [sequence('code', [integer({ digits: 3 })], { inputable: true })]);
  const values = [undefined, '010', undefined, '005', undefined];
  const made: any[] = (await app.app.db
    .getCollection('p_mixed')
    .model.bulkCreate(values.map((code) => ({ code })))) as never;
  expect(made.map((record) => record.get('code'))).toEqual(['001', '010', '011', '005', '012']);
});

test('a local midnight that does not exist still starts its day, one that comes twice starts it once', async () => {
  await collection(app, 'p_gap', [
    sequence('code', [date('MMDD'), text('-'), integer({ digits: 2, cycle: DAILY })], { timezone: 'Africa/Cairo' }),
  ]);
  expect(
    await numbers('p_gap', [
      '2026-04-23T20:00:00Z',
      '2026-04-23T22:00:00Z',
      '2026-04-24T20:59:00Z',
      '2026-04-24T21:00:00Z',
    ]),
  ).toEqual(['0423-01', '0424-01', '0424-02', '0425-01']);
  await collection(app, 'p_fold', [
    sequence('code', [date('MMDD'), text('-'), integer({ digits: 2, cycle: DAILY })], { timezone: 'America/Havana' }),
  ]);
  expect(
    await numbers('p_fold', [
      '2026-11-01T04:30:00Z',
      '2026-11-01T05:30:00Z',
      '2026-11-02T04:59:00Z',
      '2026-11-02T05:00:00Z',
    ]),
  ).toEqual(['1101-01', '1101-02', '1101-03', '1102-01']);
});

test('the row the built-in field reads always holds the newest period', async () => {
  await collection(app, 'p_head', [sequence('code', [date('YYYY'), integer({ cycle: YEARLY })])]);
  await numbers('p_head', [
    '2025-03-01T00:00:00Z',
    '2026-03-01T00:00:00Z',
    '2024-03-01T00:00:00Z',
    '2027-03-01T00:00:00Z',
    '2025-04-01T00:00:00Z',
    '2027-04-01T00:00:00Z',
  ]);
  const rows = (await app.get('sequences:list', { collection: 'p_head' })).body.data.sort(
    (a: any, b: any) => a.id - b.id,
  );
  expect([rows[0].period, rows[0].current]).toEqual(['2027-01-01T00:00:00.000Z', '2']);
  expect(rows.map((row: any) => row.current).sort()).toEqual(['1', '1', '2', '2']);
});

test('a new period goes on after numbers that were imported into it', async () => {
  await collection(app, 'p_raw', [sequence('code', [date('YYYY'), text('/'), integer({ cycle: YEARLY })])]);
  const { app: nocobase } = app;
  const table = nocobase.db.getCollection('p_raw').quotedTableName();
  const quote = (name: string): string => nocobase.db.sequelize.getQueryInterface().quoteIdentifier(name);
  const time = (text_: string): string =>
    dialect === 'postgres' ? `'${text_}+00'` : dialect === 'sqlite' ? `'${text_}.000 +00:00'` : `'${text_}'`;
  for (const [code, at] of [
    ['2030/0041', '2030-05-05 00:00:00'],
    ['2030/0007', '2030-06-05 00:00:00'],
    ['2031/0100', '2031-01-05 00:00:00'],
  ]) {
    await nocobase.db.sequelize.query(
      `INSERT INTO ${table} (${quote('code')}, ${quote('createdAt')}) VALUES ('${code}', ${time(at)})`,
    );
  }
  expect(await numbers('p_raw', ['2030-07-01T00:00:00Z', '2029-07-01T00:00:00Z', '2031-07-01T00:00:00Z'])).toEqual([
    '2030/0042',
    '2029/0001',
    '2031/0101',
  ]);
});

test('week years', async () => {
  await collection(app, 'p_week', [sequence('code', [date('GGGG-[W]WW'), text('/'), integer()])]);
  expect(await numbers('p_week', ['2025-12-29T12:00:00Z'])).toEqual(['2026-W01/0001']);
  const preview = await app.post('sequences:preview', {
    patterns: [date('YYYY-[W]WW'), integer()],
    at: '2025-12-29T12:00:00Z',
    count: 1,
  });
  expect(preview.body.data.values).toEqual(['2025-W010001']);
  expect(preview.body.data.warnings.map((warning: any) => [warning.code, warning.path])).toEqual([
    ['WEEK_YEAR_MIX', 'patterns[0].options.format'],
  ]);
});

test('a cycle set, changed and removed on a live field repeats nothing', async () => {
  await collection(app, 'p_cycle', [sequence('code', [date('YYYYMM'), text('-'), integer()])]);
  const given = await numbers('p_cycle', ['2026-01-05T00:00:00Z', '2026-01-06T00:00:00Z']);
  const change = async (cycle: string | null): Promise<void> => {
    const patterns = app.app.db.getCollection('p_cycle').getField('code').options.patterns;
    const changed = patterns.map((part: any) =>
      part.type === 'integer' ? { ...part, options: { ...part.options, cycle } } : part,
    );
    const response = await app.agent
      .post('/api/collections/p_cycle/fields:update')
      .query({ filterByTk: 'code' })
      .send({ patterns: changed });
    expect(response.status).toBe(200);
  };
  await change('0 0 1 * *');
  given.push(...(await numbers('p_cycle', ['2026-01-07T00:00:00Z', '2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z'])));
  await change(YEARLY);
  given.push(...(await numbers('p_cycle', ['2026-02-03T00:00:00Z', '2026-03-03T00:00:00Z'])));
  await change(null);
  given.push(...(await numbers('p_cycle', ['2026-03-04T00:00:00Z', '2027-03-04T00:00:00Z'])));
  expect(new Set(given).size).toBe(given.length);
  expect(given).toEqual([
    '202601-0001',
    '202601-0002',
    '202601-0003',
    '202602-0001',
    '202602-0002',
    '202602-0004',
    '202603-0005',
    '202603-0006',
    '202703-0007',
  ]);
});
