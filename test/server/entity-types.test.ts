import supertest from 'supertest';
import { eventually } from '../eventually';
import { pluginOf } from '../events/events';
import type { TestApp } from '../harness';
import { collection, createApp, dialect, signIn } from '../harness';

// Which collections' changes are told is an administrator's choice; events of a business are told beside them.

let app: TestApp;
beforeAll(async () => {
  app = await createApp({ acl: true });
  for (const name of ['orders', 'sales_orders', 'order', 'people'])
    await collection(app, name, [{ name: 'n', type: 'integer' }]);
});
afterAll(() => app?.close());

const types = async (): Promise<any[]> => (await app.get('entityTypes:list', { pageSize: 200 })).body.data;
const type = async (name: string): Promise<any> => (await types()).find((row) => row.collection === name);
const update = async (name: string, values: object) =>
  app.post(`entityTypes:update?filterByTk=${(await type(name)).id}`, values);
const events = async (): Promise<any[]> =>
  ((await app.app.db.getRepository('outboxEvents').find({ sort: ['id'] })) as any[]).map((row) =>
    JSON.parse(row.get('payload')),
  );

test('every collection that people made has a row with a name of its own; so have some of the platform', async () => {
  const rows = await types();
  const names = Object.fromEntries(rows.map(({ collection: name, name: own }) => [name, own]));
  expect(names).toMatchObject({ sales_orders: 'SalesOrder', people: 'Person', users: 'User' });
  expect([names.orders, names.order].sort()).toEqual(['Order', 'Order2']);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(
    rows.every(
      ({ enabled, payload, excludedFields, eventLog }) =>
        !enabled && payload === 'changes' && eventLog && excludedFields.length === 0,
    ),
  ).toBe(true);
  for (const table of ['outboxEvents', 'authenticators', 'tokenBlacklist', 'collections', 'fields', 'uiSchemas'])
    expect(names).not.toHaveProperty(table);
});

test('nothing is told until it is switched on, and no more once it is off', async () => {
  await app.post('people:create', { n: 1 });
  expect(await events()).toEqual([]);
  const on = await app.post('entityTypes:enable', { collections: ['people'] });
  expect(on.body.data).toEqual({ collections: ['people'], skipped: [] });
  await app.post('people:create', { n: 2 });
  await app.post('entityTypes:enable', { collections: ['people'], enabled: false });
  await app.post('people:create', { n: 3 });
  expect((await events()).map(({ data }) => data.after.n)).toEqual([2]);
});

test('all at once: those of people, not those of the platform', async () => {
  const { data } = (await app.post('entityTypes:enable', { collections: '*' })).body;
  expect(data).toEqual({ collections: ['order', 'orders', 'people', 'sales_orders'], skipped: [] });
  expect((await type('users')).enabled).toBe(false);
});

test('an administrator may pick users; no secret of theirs is told', async () => {
  expect((await app.post('entityTypes:enable', { collections: ['users'] })).status).toBe(200);
  await app.post('users:create', { username: 'm', email: 'm@example.com', password: 'member123', roles: ['member'] });
  const [created] = (await events()).filter(({ type: name }) => name === 'Create_User');
  expect(created.data.after).toMatchObject({ username: 'm' });
  const text = JSON.stringify(await events());
  expect(text).not.toMatch(/member123|"password":"|"password":\[".|resetToken":"/);
  await app.post('entityTypes:enable', { collections: ['users'], enabled: false });
});

test('how much is told, and of which fields', async () => {
  const { id } = (await app.post('orders:create', { title: 'a', n: 1 })).body.data;
  const last = async (values: object): Promise<any> => {
    const before = (await events()).length;
    await app.post(`orders:update?filterByTk=${id}`, values);
    return (await events())[before];
  };
  const answer = await update('orders', { payload: 'snapshot' });
  expect(answer.body.data).toMatchObject({ collection: 'orders', payload: 'snapshot', enabled: true });
  expect((await last({ n: 2 })).data).toMatchObject({
    before: { title: 'a', n: 1 },
    after: { title: 'a', n: 2 },
    changed: { n: [1, 2] },
  });
  await update('orders', { payload: 'none' });
  expect((await last({ n: 3 })).data).toMatchObject({ before: null, after: null, changed: { n: [] } });
  await update('orders', { payload: 'changes', excludedFields: ['n'] });
  expect(await last({ n: 4 })).toBeUndefined();
  expect(JSON.stringify(await last({ n: 5, title: 'b' }))).not.toContain('"n"');
  await update('orders', { excludedFields: [] });
});

test.each([
  [{ payload: 'everything' }, 'payload'],
  [{ enabled: 'yes' }, 'enabled'],
  [{ history: 1 }, 'history'],
  [{ name: 'Bill' }, 'name'],
  [{ collection: 'people' }, 'collection'],
  [{ excludedFields: 'n' }, 'excludedFields'],
  [{ excludedFields: ['n', 'nope'] }, 'excludedFields[1]'],
  [{ excludedFields: ['id'] }, 'excludedFields[0]'],
])('%j is refused where it is wrong, and nothing is saved', async (values, path) => {
  const before = await type('orders');
  const { status, body } = await update('orders', { eventLog: false, ...values });
  expect([status, body.errors[0].path]).toEqual([400, path]);
  expect(await type('orders')).toEqual(before);
});

test('a row that is saved as it was read is accepted', async () => {
  const { title, reason, ...row } = await type('orders');
  expect([title, reason]).toEqual(['orders', null]);
  expect((await update('orders', row)).status).toBe(200);
});

test.each([
  [{}, 400, 'collections'],
  [{ collections: 'orders' }, 400, 'collections'],
  [{ collections: ['orders', 'nope'] }, 400, 'collections[1]'],
  [{ collections: ['outboxEvents'] }, 400, 'collections[0]'],
  [{ collections: ['authenticators'] }, 400, 'collections[0]'],
  [{ collections: ['orders'], enabled: 'x' }, 400, 'enabled'],
])('entityTypes:enable %j', async (values, status, path) => {
  const answer = await app.post('entityTypes:enable', values);
  expect([answer.status, answer.body.errors[0].path]).toEqual([status, path]);
});

test('a collection without a key cannot be switched on, and says why', async () => {
  await app.post('collections:create', { name: 'keyless', autoGenId: false, fields: [{ name: 'a', type: 'string' }] });
  expect((await type('keyless')).reason).toMatch(/no primary key/);
  const answer = await app.post('entityTypes:enable', { collections: ['keyless'] });
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'collections[0]']);
  expect((await update('keyless', { enabled: true })).body.errors[0].path).toBe('enabled');
  const all = await app.post('entityTypes:enable', { collections: '*' });
  expect(all.body.data.skipped).toEqual([{ collection: 'keyless', reason: expect.stringMatching(/no primary key/) }]);
});

test('an id stays with its collection as that comes and goes', async () => {
  await collection(app, 'comets', []);
  await app.post('entityTypes:enable', { collections: ['comets'] });
  const { id, name } = await type('comets');
  await app.post('comets:create', {});
  await app.agent.post('/api/collections:destroy?filterByTk=comets').send();
  await eventually(async () => expect((await type('comets')).retiredAt).not.toBeNull(), 10_000);
  await collection(app, 'comets', []);
  expect(await type('comets')).toMatchObject({ id, name, enabled: false, retiredAt: null });
  await collection(app, 'meteors', []);
  expect((await type('meteors')).id).toBeGreaterThan(id);
});

describe('events of a business', () => {
  const publish = (values: object) => app.post('entityEvents:publish', values);
  let id: string;
  beforeAll(async () => {
    id = String((await app.post('orders:create', { n: 1 })).body.data.id);
  });

  test('are told in the order of their record, with what their publisher says', async () => {
    const before = (await events()).length;
    await app.post(`orders:update?filterByTk=${id}`, { n: 2 });
    const payload = { carrier: 'ä😀', at: '2026-01-01' };
    const answer = await publish({
      type: 'Ship_Order',
      collection: 'orders',
      recordId: id,
      payload,
      notificationEventTypeId: 5,
      sourceKey: 'INV-1',
    });
    expect(answer.status).toBe(200);
    await app.post(`orders:update?filterByTk=${id}`, { n: 3 });
    const told = (await events()).slice(before);
    expect(told.map(({ type: name }) => name)).toEqual(
      ['Update_Order', 'Ship_Order', 'Update_Order'].map((name) => (name === 'Update_Order' ? told[0].type : name)),
    );
    expect(told[1]).toMatchObject({
      id: answer.body.data.eventId,
      subject: told[0].subject,
      actiontypeid: 4,
      notifytypeid: 5,
      sourcekey: 'INV-1',
      data: { recordId: id, before: null, after: null, changed: {}, payload, actorId: '1' },
    });
    expect((await publish({ type: 'Ship_Order', collection: 'orders', recordId: Number(id) })).status).toBe(200);
    const [first, second] = (await events()).filter(({ type: name }) => name === 'Ship_Order');
    expect(second.eventtypeid).toBe(first.eventtypeid);
  });

  test.each([
    [{ type: 'Ship Order' }, 400, 'type'],
    [{ type: undefined }, 400, 'type'],
    [{ type: 'Update_Order' }, 400, 'type'],
    [{ collection: undefined }, 400, 'collection'],
    [{ collection: 'nope' }, 404, undefined],
    [{ collection: 'customers.orders' }, 404, undefined],
    [{ recordId: undefined }, 400, 'recordId'],
    [{ recordId: {} }, 400, 'recordId'],
    [{ recordId: '999999' }, 404, undefined],
    [{ recordId: 'abc' }, 404, undefined],
    [{ notificationEventTypeId: 'a b' }, 400, 'notificationEventTypeId'],
    [{ sourceKey: 'x'.repeat(201) }, 400, 'sourceKey'],
    [{ collection: 'users', recordId: 1 }, 409, undefined],
  ])('%j is refused', async (values, status, path) => {
    const before = (await events()).length;
    const answer = await publish({ type: 'Ship_Order', collection: 'orders', recordId: id, ...values });
    expect([answer.status, answer.body.errors[0].path]).toEqual([status, path]);
    expect(JSON.stringify(answer.body)).not.toMatch(/select|sql/i);
    expect((await events()).length).toBe(before);
  });

  test('a name that another collection has is refused', async () => {
    const person = (await app.post('people:create', {})).body.data.id;
    const answer = await publish({ type: 'Ship_Order', collection: 'people', recordId: person });
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'type']);
  });

  test('go with the transaction of who publishes in code', async () => {
    const plugin = pluginOf(app);
    const before = (await events()).length;
    const transaction = await app.app.db.sequelize.transaction();
    await plugin.events.publish({ type: 'Pay_Order', collection: 'orders', recordId: id }, { transaction });
    await transaction.rollback();
    expect((await events()).length).toBe(before);
    await plugin.events.publish({ type: 'Pay_Order', collection: 'orders', recordId: id });
    expect((await events()).at(-1)).toMatchObject({ type: 'Pay_Order', data: { actorId: null } });
  });

  test('hold the record until they are stored', async () => {
    if (dialect === 'sqlite') return;
    const plugin = pluginOf(app);
    const transaction = await app.app.db.sequelize.transaction();
    await plugin.events.publish({ type: 'Pay_Order', collection: 'orders', recordId: id }, { transaction });
    let written = false;
    const update = app.post(`orders:update?filterByTk=${id}`, { n: 77 }).then(() => (written = true));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(written).toBe(false);
    await transaction.commit();
    await update;
    expect((await events()).slice(-2).map(({ actiontypeid }) => actiontypeid)).toEqual([4, 2]);
  });
});

test('without our permission there is nothing to switch or to publish', async () => {
  const member = supertest.agent(app.app.callback());
  await signIn(member, 'm@example.com', 'member123');
  for (const action of [
    'entityTypes:list',
    'entityTypes:enable',
    'entityTypes:update?filterByTk=1',
    'entityEvents:publish',
  ])
    expect((await member.post(`/api/${action}`).send({ collections: '*' })).status).toBe(403);
});
