import type { Envelope } from '../../src/server/outbox/envelope';
import type { TestApp } from '../harness';
import { collection, createApp, dialect, integer, sequence, text } from '../harness';

// Every write path that the platform shows to hooks makes the events of what it changed, in its own transaction.

let app: TestApp;

const repository = (name: string) => app.app.db.getRepository(name);
const model = (name: string): any => app.app.db.getCollection(name).model;

/** Events of a collection since the last look, in their order. */
let seen = 0;
async function told(): Promise<Envelope[]> {
  const rows = (await repository('outboxEvents').find({ filter: { id: { $gt: seen } }, sort: ['id'] })) as any[];
  if (rows.length > 0) seen = Number(rows.at(-1).get('id'));
  return rows.map((row) => JSON.parse(row.get('payload')));
}
const briefly = (events: Envelope[]): Array<[string, string, object | undefined]> =>
  events.map(({ type, data }) => [type, data?.recordId ?? '', data?.changed]);

beforeAll(async () => {
  app = await createApp({ acl: true });
  await collection(app, 'customers', [{ name: 'email', type: 'string', unique: true }]);
  await collection(app, 'tags', []);
  await collection(app, 'orders', [
    sequence('code', [text('DH-'), integer({ digits: 5 })]),
    { name: 'n', type: 'integer' },
    { name: 'price', type: 'decimal', precision: 10, scale: 2 },
    { name: 'day', type: 'dateOnly' },
    { name: 'extra', type: 'json' },
    { name: 'secret', type: 'password' },
    { name: 'veiled', type: 'string', hidden: true },
    { name: 'updatedAt', type: 'date', interface: 'updatedAt', field: 'updatedAt' },
    { name: 'updatedBy', type: 'belongsTo', target: 'users', foreignKey: 'updatedById', interface: 'updatedBy' },
    { name: 'customer', type: 'belongsTo', target: 'customers', foreignKey: 'customerId' },
    { name: 'lines', type: 'hasMany', target: 'lines', foreignKey: 'orderId', onDelete: 'CASCADE' },
    {
      name: 'tags',
      type: 'belongsToMany',
      target: 'tags',
      through: 'order_tags',
      foreignKey: 'orderId',
      otherKey: 'tagId',
    },
  ]);
  await collection(app, 'lines', [
    { name: 'orderId', type: 'bigInt' },
    { name: 'qty', type: 'integer' },
  ]);
  const answer = await app.post('entityTypes:enable', { collections: '*' });
  expect(answer.status).toBe(200);
  await told();
});
afterAll(() => app?.close());

test('a create: the stored values, the number, who did it in which request; no secrets', async () => {
  const { body, status, headers } = await app.post('orders:create', {
    title: 'ä😀\u0000',
    n: '5',
    price: '1.5',
    day: '2026-02-03',
    extra: { b: 1, a: [1] },
    secret: 'hunter2',
    veiled: 'psst',
  });
  expect([status, body.errors]).toEqual([200, undefined]);
  const [event, ...others] = await told();
  expect(others).toEqual([]);
  expect(event).toMatchObject({ specversion: '1.0', type: 'Create_Order', actiontypeid: 1, dataversion: '1' });
  const id = String(body.data.id);
  expect(event?.subject).toBe(`${event?.entitytypeid}:${id}`);
  expect(event?.data).toMatchObject({
    recordId: id,
    before: null,
    atomic: true,
    actorId: '1',
    requestId: headers['x-request-id'],
  });
  expect(event?.data?.after).toMatchObject({ code: 'DH-00001', n: 5, day: '2026-02-03', extra: { a: [1], b: 1 } });
  expect(Number(event?.data?.after?.price)).toBe(1.5);
  expect(event?.data?.changed).toEqual({});
  expect(JSON.stringify(event)).not.toMatch(/hunter2|psst|secret|veiled/);
});

test('an update tells what differs; one that changes nothing is none', async () => {
  const id = (await repository('orders').create({ values: { title: 'a', n: 5, price: 2, extra: { x: 1, y: 2 } } })).get(
    'id',
  );
  const [created] = await told();
  expect(created?.data).toMatchObject({ actorId: null, actor: null, requestId: null });
  await app.post(`orders:update?filterByTk=${id}`, { n: 6 });
  const [event, ...others] = await told();
  expect(others).toEqual([]);
  expect(event).toMatchObject({ type: 'Update_Order', actiontypeid: 2 });
  expect(event?.data).toMatchObject({ before: { n: 5 }, after: { n: 6 }, changed: { n: [5, 6] }, actorId: '1' });
  expect(Object.keys(event?.data?.after ?? {})).toEqual(['n']);
  for (const same of [{ n: 6 }, { n: '6' }, { price: '2.00' }, { extra: { y: 2, x: 1 } }, { title: 'a' }])
    expect((await app.post(`orders:update?filterByTk=${id}`, same)).status).toBe(200);
  expect(await told()).toEqual([]);
  await app.post(`orders:update?filterByTk=${id}`, { secret: 'new1234' });
  const [secret] = await told();
  expect(secret?.data?.changed).toEqual({ secret: [] });
  expect(JSON.stringify(secret)).not.toContain('new1234');
});

test('two writers at once: each event starts where the one before it ended', async () => {
  const id = (await repository('orders').create({ values: { n: 0 } })).get('id');
  await told();
  const count = dialect === 'sqlite' ? 1 : 12;
  await Promise.all(
    Array.from({ length: count }, (_, i) => repository('orders').update({ filterByTk: id, values: { n: i + 1 } })),
  );
  const pairs = (await told()).map(({ data }) => data?.changed.n as [number, number]);
  expect(pairs.length).toBeGreaterThan(0);
  expect(pairs.map(([from]) => from)).toEqual([0, ...pairs.slice(0, -1).map(([, to]) => to)]);
  expect((await repository('orders').findOne({ filterByTk: id })).get('n')).toBe(pairs.at(-1)?.[1]);
});

test('nested records and relations: each record that changes has its event, m2m rows too', async () => {
  const { body } = await app.post('orders:create', {
    title: 'nested',
    customer: { title: 'C' },
    lines: [{ qty: 1 }, { qty: 2 }],
    tags: [{ title: 'T' }],
  });
  const events = await told();
  const types = events
    .map(({ type }) => type)
    .filter((type) => type.startsWith('Create_'))
    .sort();
  expect(types).toEqual([
    'Create_Customer',
    'Create_Line',
    'Create_Line',
    'Create_Order',
    'Create_OrderTag',
    'Create_Tag',
  ]);
  const order = events.find(({ type }) => type === 'Create_Order');
  expect(order?.data?.after?.code).toMatch(/^DH-\d{5}$/);
  const { id } = body.data;
  const line = (await repository('lines').findOne({ filter: { orderId: id, qty: 1 } })).get('id');
  await app.post(`orders/${id}/lines:remove?filterByTk=${line}`);
  expect(briefly(await told())).toEqual([['Update_Line', String(line), { orderId: [Number(id), null] }]]);
  await app.post(`orders/${id}/lines:add?filterByTk=${line}`);
  expect(briefly(await told())).toEqual([['Update_Line', String(line), { orderId: [null, Number(id)] }]]);
  const tag = (await repository('tags').create({ values: { title: 'U' } })).get('id');
  await told();
  await app.post(`orders/${id}/tags:add?filterByTk=${tag}`);
  await app.post(`orders/${id}/tags:add?filterByTk=${tag}`);
  const [added, ...again] = await told();
  expect(again).toEqual([]);
  expect(added).toMatchObject({
    type: 'Create_OrderTag',
    data: { after: { orderId: Number(id), tagId: Number(tag) }, actorId: '1' },
  });
  await app.post(`orders/${id}/tags:remove?filterByTk=${tag}`);
  expect((await told()).map(({ type, data }) => [type, data?.before])).toMatchObject([
    ['Delete_OrderTag', { tagId: Number(tag) }],
  ]);
});

test("a relation of another record is the actor's doing too, and its hint is of what the request is about", async () => {
  const customer = (await repository('customers').create({ values: { title: 'H' } })).get('id');
  const id = (await repository('orders').create({ values: { customer } })).get('id');
  await told();
  await app.post(`orders/${id}/lines:create?notificationEventTypeId=7`, { qty: 9 });
  const [line] = await told();
  expect(line).toMatchObject({ type: 'Create_Line', notifytypeid: '7', data: { actorId: '1' } });
  await app.post('orders:create?notificationEventTypeId=ORDER_MADE', { lines: [{ qty: 1 }] });
  const events = await told();
  expect(events.filter(({ notifytypeid }) => notifytypeid).map(({ type }) => type)).toEqual(['Create_Order']);
  await repository('orders').create({ values: {}, context: { notificationEventTypeId: 12 } as never });
  expect((await told())[0]?.notifytypeid).toBe(12);
  const refused = await app.post('orders:create?notificationEventTypeId=a%20b', {});
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'notificationEventTypeId']);
  expect(await told()).toEqual([]);
});

test('bulk writes: one event for each record that changed', async () => {
  await model('lines').bulkCreate([{ qty: 1 }, { qty: 2 }, { qty: 3 }]);
  const created = await told();
  expect(created.map(({ type, data }) => [type, data?.after?.qty, data?.atomic])).toEqual([
    ['Create_Line', 1, false],
    ['Create_Line', 2, false],
    ['Create_Line', 3, false],
  ]);
  const ids = created.map(({ data }) => data?.recordId);
  const stored = await repository('lines').find({ filter: { id: { $in: ids } } });
  expect(stored.map((row: any) => [String(row.get('id')), row.get('qty')])).toEqual(
    created.map(({ data }) => [data?.recordId, data?.after?.qty]),
  );
  await repository('lines').update({
    filter: { id: { $in: ids } },
    values: { qty: 2 },
    individualHooks: false,
  });
  expect(briefly(await told())).toEqual([
    ['Update_Line', ids[0], { qty: [1, 2] }],
    ['Update_Line', ids[2], { qty: [3, 2] }],
  ]);
  await repository('lines').update({ filter: { id: { $in: ids } }, values: { qty: 4 } });
  expect(briefly(await told())).toEqual(ids.map((id) => ['Update_Line', id, { qty: [2, 4] }]));
  await model('lines').update({ qty: 5 }, { where: { qty: 4 } });
  expect(briefly(await told())).toEqual(ids.map((id) => ['Update_Line', id, { qty: [4, 5] }]));
  await repository('lines').destroy({ filter: { id: { $in: ids.slice(0, 2) } } });
  await model('lines').destroy({ where: { id: ids[2] } });
  expect((await told()).map(({ type, data }) => [type, data?.recordId, data?.before?.qty])).toEqual(
    ids.map((id) => ['Delete_Line', id, 5]),
  );
});

test('a deleted record and what goes with it', async () => {
  const { body } = await app.post('orders:create', { title: 'gone', n: 3, lines: [{ qty: 1 }, { qty: 2 }] });
  await told();
  await app.post(`orders:destroy?filterByTk=${body.data.id}`);
  const events = await told();
  expect(events.map(({ type }) => type).sort()).toEqual(['Delete_Line', 'Delete_Line', 'Delete_Order']);
  const order = events.find(({ type }) => type === 'Delete_Order');
  expect(order?.data).toMatchObject({
    after: null,
    before: { title: 'gone', n: 3, code: body.data.code },
    changed: {},
  });
  expect(events.map(({ data }) => data?.actorId)).toEqual(['1', '1', '1']);
});

test('upserts, and bulk writes that meet records which are there', async () => {
  const customers = model('customers');
  await customers.upsert({ email: 'a@x', title: 'one' });
  await customers.upsert({ email: 'a@x', title: 'two' });
  await customers.upsert({ email: 'a@x', title: 'two' });
  const events = await told();
  expect(events.map(({ type, data }) => [type, data?.changed.title ?? data?.after?.title])).toEqual([
    ['Create_Customer', 'one'],
    ['Update_Customer', ['one', 'two']],
  ]);
  await customers.bulkCreate(
    [
      { email: 'a@x', title: 'x' },
      { email: 'b@x', title: 'y' },
    ],
    { ignoreDuplicates: true },
  );
  expect((await told()).map(({ type, data }) => [type, data?.after?.email])).toEqual([['Create_Customer', 'b@x']]);
  await customers.bulkCreate(
    [
      { email: 'b@x', title: 'z' },
      { email: 'c@x', title: 'y' },
    ],
    { updateOnDuplicate: ['title'], ...(dialect === 'mariadb' ? {} : { conflictAttributes: ['email'] }) },
  );
  expect((await told()).map(({ type, data }) => [type, data?.changed.title ?? data?.after?.title]).sort()).toEqual([
    ['Create_Customer', 'y'],
    ['Update_Customer', ['y', 'z']],
  ]);
});

test('what is rolled back is not told, nor is what a savepoint takes back', async () => {
  const { sequelize } = app.app.db;
  const before = await repository('orders').count();
  await expect(
    sequelize.transaction(async (transaction) => {
      await repository('orders').create({ values: { title: 'never' }, transaction });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await sequelize.transaction(async (transaction) => {
    await repository('orders').create({ values: { title: 'outer' }, transaction });
    const inner = sequelize.transaction({ transaction }, async (savepoint) => {
      await repository('orders').create({ values: { title: 'inner' }, transaction: savepoint });
      throw new Error('inner');
    });
    await expect(inner).rejects.toThrow('inner');
  });
  expect((await told()).map(({ data }) => data?.after?.title)).toEqual(['outer']);
  expect(await repository('orders').count()).toBe(before + 1);
});

test('two events of a record in one transaction keep their order', async () => {
  const transaction = await app.app.db.sequelize.transaction();
  const record = await repository('orders').create({ values: { n: 1 }, transaction });
  await record.update({ n: 2 }, { transaction });
  await record.update({ n: 3 }, { transaction });
  await record.destroy({ transaction });
  await transaction.commit();
  expect((await told()).map(({ type, data }) => [type, data?.changed.n ?? null])).toEqual([
    ['Create_Order', null],
    ['Update_Order', [1, 2]],
    ['Update_Order', [2, 3]],
    ['Delete_Order', null],
  ]);
});

test('an outbox that cannot be written to fails the write', async () => {
  const table = app.app.db.getCollection('outboxEvents').quotedTableName();
  const away = table.replace(/outbox_events/, 'outbox_events_away');
  const plainAway = dialect === 'postgres' ? '"outbox_events_away"' : away;
  await app.app.db.sequelize.query(`ALTER TABLE ${table} RENAME TO ${plainAway}`);
  const before = await repository('orders').count();
  const answer = await app.post('orders:create', { title: 'lost?' });
  await app.app.db.sequelize.query(
    `ALTER TABLE ${away} RENAME TO ${dialect === 'postgres' ? '"outbox_events"' : table}`,
  );
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(await repository('orders').count()).toBe(before);
});
