import type { TestApp } from '../harness';
import { collection, createApp, integer, sequence, text } from '../harness';

// What the Sequences page shows of a field's data: records to open, and counts for its badges.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app?.close());

async function insert(name: string, codes: Array<string | null>, values: object = {}): Promise<void> {
  const records = codes.map((code) => ({ code, ...values }));
  for (const record of records) await app.app.db.getCollection(name).model.create(record as never, { hooks: false });
}
const integrity = async (name: string): Promise<any> =>
  (await app.post('sequences:integrity', { collection: name, field: 'code' })).body.data;
const idOf = async (name: string, code: string): Promise<unknown> =>
  (await app.app.db.getRepository(name).findOne({ filter: { code } }))?.get('id');

test('names the records beside gaps, of duplicates, without a number and of another shape', async () => {
  await collection(app, 'i_ids', [sequence('code', [text('I-'), integer()])]);
  await insert('i_ids', ['I-0003', 'I-0004', 'I-0009', 'I-0009', 'odd', null, '', ...Array(6).fill('I-0010')]);
  const report = await integrity('i_ids');
  const [three, four, nine] = await Promise.all(['I-0003', 'I-0004', 'I-0009'].map((code) => idOf('i_ids', code)));
  expect(report).toMatchObject({ total: 13, nulls: 2, unreadable: 1, behind: true });
  expect(report.gaps).toEqual([
    { scope: '', period: '', from: '1', to: '2', before: null, after: three },
    { scope: '', period: '', from: '5', to: '8', before: four, after: nine },
  ]);
  expect(report.duplicates).toEqual([
    { value: 'I-0010', count: 6, ids: [8, 9, 10, 11, 12] },
    { value: 'I-0009', count: 2, ids: [3, 4] },
  ]);
  expect([report.nullIds, report.unreadableIds]).toEqual([[6, 7], [5]]);
});

test('lists some of many: twenty records of one kind', async () => {
  await collection(app, 'i_many', [sequence('code', [integer()])]);
  await insert('i_many', [...Array(25).fill(null), ...Array(22).fill('odd')]);
  const { nulls, nullIds, unreadable, unreadableIds } = await integrity('i_many');
  expect([nulls, nullIds.length, unreadable, unreadableIds.length]).toEqual([25, 20, 22, 20]);
});

test('tells scopes apart', async () => {
  await collection(app, 'i_scope', [sequence('code', [integer({ scope: ['title'] })])]);
  await insert('i_scope', ['0001', '0003'], { title: 'a' });
  await insert('i_scope', ['0001', '0002', '0002'], { title: 'b' });
  const report = await integrity('i_scope');
  expect(report.gaps).toEqual([{ scope: 'a', period: '', from: '2', to: '2', before: 1, after: 2 }]);
  expect(report.duplicates).toEqual([{ value: '0002', count: 2, ids: [4, 5] }]);
});

test('health: counts, of one field or of all', async () => {
  const health = async (query: object = {}): Promise<any[]> => {
    const response = await app.get('sequences:health', query);
    expect([response.status, response.body.errors]).toEqual([200, undefined]);
    return response.body.data;
  };
  const [row, ...rest] = await health({ collection: 'i_ids', field: 'code' });
  expect(rest).toEqual([]);
  expect(row).toEqual({
    collection: 'i_ids',
    field: 'code',
    total: 13,
    nulls: 2,
    duplicates: 2,
    gaps: 2,
    behind: true,
    unreadable: 1,
    works: true,
    faults: [],
    checkedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  await app.post('sequences:repair', { collection: 'i_ids', field: 'code' });
  expect((await health({ collection: 'i_ids' }))[0].behind).toBe(false);
  expect((await health()).map((found) => found.collection)).toEqual(
    expect.arrayContaining(['i_ids', 'i_many', 'i_scope']),
  );
});

test('health of a field whose stored pattern cannot work', async () => {
  await collection(app, 'i_broken', [sequence('code', [integer()])]);
  app.app.db.getCollection('i_broken').getField('code').options.patterns = [integer({ cycle: 'bogus' })];
  const { body } = await app.get('sequences:health', { collection: 'i_broken', field: 'code' });
  expect(body.data).toMatchObject([{ works: false, total: 0 }]);
  expect(body.data[0].faults).toEqual([
    { message: 'The reset cycle "bogus" is not a cron expression.', path: 'patterns[0].options.cycle' },
  ]);
  for (const action of ['integrity', 'setNext', 'backfill']) {
    const next = action === 'setNext' ? { next: '5' } : {};
    const refused = await app.post(`sequences:${action}`, { collection: 'i_broken', field: 'code', ...next });
    expect([refused.status, refused.body.errors]).toMatchObject([400, body.data[0].faults]);
  }
});

test('names that are wrong', async () => {
  expect((await app.get('sequences:health', { collection: 'nope' })).status).toBe(404);
  expect((await app.get('sequences:health', { collection: 'i_ids', field: 'title' })).status).toBe(404);
  const refused = await app.get('sequences:health', { 'collection[a]': 'x' });
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'collection']);
});
