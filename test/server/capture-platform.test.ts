import * as xlsx from 'xlsx';
import type { Envelope } from '../../src/server/outbox/envelope';
import { eventually } from '../eventually';
import type { TestApp } from '../harness';
import { collection, createApp, dialect, integer, sequence } from '../harness';

// What other plugins of the platform write: the import, workflows; and collections that inherit from others.

let app: TestApp;
let seen = 0;

async function told(): Promise<Envelope[]> {
  const filter = { id: { $gt: seen } };
  const rows: any[] = await app.app.db.getRepository('outboxEvents').find({ filter, sort: ['id'] });
  if (rows.length > 0) seen = Number(rows.at(-1).get('id'));
  return rows.map((row) => JSON.parse(row.get('payload')));
}

beforeAll(async () => {
  app = await createApp({ acl: true, plugins: ['action-import', 'workflow'] });
  await collection(app, 'orders', [sequence('code', [integer()]), { name: 'n', type: 'integer' }]);
  await collection(app, 'notes', [{ name: 'n', type: 'integer' }]);
  await app.post('entityTypes:enable', { collections: ['orders', 'notes'] });
});
afterAll(() => app?.close());

test('the import tells each row once, with its number and who imported it', async () => {
  const sheet = xlsx.utils.aoa_to_sheet([['Title'], ['a'], ['b'], ['c']]);
  const file = xlsx.write({ SheetNames: ['Rows'], Sheets: { Rows: sheet } }, { type: 'buffer', bookType: 'xlsx' });
  const answer = await app.agent
    .post('/api/orders:importXlsx')
    .field('columns', JSON.stringify([{ dataIndex: ['title'], defaultTitle: 'Title', title: 'Title' }]))
    .attach('file', file as Buffer, 'rows.xlsx');
  expect(answer.status).toBe(200);
  const events = await told();
  expect(events.map(({ type, data }) => [type, data?.after?.title, data?.after?.code, data?.actorId])).toEqual([
    ['Create_Order', 'a', '0001', '1'],
    ['Create_Order', 'b', '0002', '1'],
    ['Create_Order', 'c', '0003', '1'],
  ]);
});

test('what nodes of a workflow create and update in a batch is told', async () => {
  const config = { collection: 'orders', mode: 1 };
  const workflow = { title: 'w', type: 'collection', enabled: true, current: true, sync: false, config };
  const { id } = (await app.post('workflows:create', workflow)).body.data;
  const first = await app.post(`workflows/${id}/nodes:create`, {
    type: 'create',
    title: 'note',
    config: { collection: 'notes', params: { values: { n: '{{$context.data.n}}' } } },
  });
  await app.post(`workflows/${id}/nodes:create`, {
    type: 'update',
    title: 'all',
    upstreamId: first.body.data.id,
    config: {
      collection: 'notes',
      params: { individualHooks: false, filter: { $and: [{ n: { $gt: 0 } }] }, values: { title: 'seen' } },
    },
  });
  await app.post('orders:create', { n: 7 });
  const events: Envelope[] = [];
  await eventually(async () => {
    events.push(...(await told()));
    expect(events).toHaveLength(3);
  }, 20_000);
  expect(events.map(({ type, data }) => [type, data?.changed.title ?? data?.after?.n])).toEqual([
    ['Create_Order', 7],
    ['Create_Note', 7],
    ['Update_Note', [null, 'seen']],
  ]);
});

const onPostgres = dialect === 'postgres' ? test : test.skip;

onPostgres('a record of a collection that inherits is told as its own, also where its parent writes it', async () => {
  await collection(app, 'assets', [{ name: 'n', type: 'integer' }]);
  await collection(app, 'cars', [{ name: 'doors', type: 'integer' }], { inherits: ['assets'], fields: undefined });
  await app.agent.post('/api/collections/cars/fields:create').send({ name: 'doors', type: 'integer' });
  await app.post('entityTypes:enable', { collections: ['assets', 'cars'] });
  const { id } = (await app.post('cars:create', { n: 1, doors: 4 })).body.data;
  await app.post(`assets:update?filterByTk=${id}`, { n: 2 });
  await app.post(`assets:destroy?filterByTk=${id}`);
  const events = await told();
  expect(events.map(({ type, data }) => [type, data?.changed])).toEqual([
    ['Create_Car', {}],
    ['Update_Car', { n: [1, 2] }],
    ['Delete_Car', {}],
  ]);
  expect(new Set(events.map(({ subject }) => subject)).size).toBe(1);
  expect(events[2]?.data?.before).toMatchObject({ n: 2, doors: 4 });
  await app.post('entityTypes:enable', { collections: ['cars'], enabled: false });
  await app.post('cars:create', { n: 3, doors: 2 });
  expect((await told()).map(({ type, data }) => [type, data?.after?.doors])).toEqual([['Create_Asset', 2]]);
});
