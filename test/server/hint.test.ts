import supertest from 'supertest';
import type { TestApp } from '../harness';
import { collection, createApp, date, integer, sequence, signIn, text } from '../harness';

// sequences:hint: the number to come, shown in forms to whoever may create.

let app: TestApp;
let member: ReturnType<typeof supertest.agent>;
beforeAll(async () => {
  app = await createApp({ acl: true });
  await app.post('users:create', {
    username: 'member1',
    email: 'member1@example.com',
    password: 'member123',
    roles: ['member'],
  });
  member = supertest.agent(app.app.callback());
  await signIn(member, 'member1@example.com', 'member123');
});
afterAll(() => app?.close());

const hint = async (name: string, values?: object): Promise<string | null> => {
  const response = await app.get('sequences:hint', {
    collection: name,
    field: 'code',
    ...(values && { values: JSON.stringify(values) }),
  });
  expect([response.status, response.body.errors]).toEqual([200, undefined]);
  return response.body.data.value;
};
const counters = async (name: string): Promise<any[]> =>
  (await app.get('sequences:list', { collection: name })).body.data;

test('tells the number that the next save gives, and takes none', async () => {
  await collection(app, 'h_plain', [sequence('code', [text('DH-'), integer({ digits: 5 })])]);
  expect(await hint('h_plain')).toBe('DH-00001');
  await app.post('h_plain:create', {});
  const before = await counters('h_plain');
  expect(await hint('h_plain')).toBe('DH-00002');
  expect(await hint('h_plain')).toBe('DH-00002');
  expect(await counters('h_plain')).toEqual(before);
  expect((await app.post('h_plain:create', {})).body.data.code).toBe('DH-00002');
});

test('counts by what the form holds; unknown while that is missing', async () => {
  await collection(app, 'h_customers', [{ name: 'short', type: 'string', interface: 'input' }]);
  await collection(app, 'h_scoped', [
    sequence('code', [{ type: 'field', options: { path: 'customer.short' } }, integer({ scope: ['customer'] })]),
    { name: 'customer', type: 'belongsTo', interface: 'm2o', target: 'h_customers', foreignKey: 'customerId' },
  ]);
  const [a, b] = [
    (await app.post('h_customers:create', { short: 'A' })).body.data.id,
    (await app.post('h_customers:create', { short: 'B' })).body.data.id,
  ];
  const made = await app.post('h_scoped:create', { customer: { id: a } });
  expect(made.body.data.code).toBe('A0001');
  expect(await hint('h_scoped', { customer: { id: a } })).toBe('A0002');
  expect(await hint('h_scoped', { customerId: b })).toBe('B0001');
  const nested = { collection: 'h_scoped', field: 'code', 'values[customer][id]': a };
  expect((await app.get('sequences:hint', nested)).body.data.value).toBe('A0002');
  const body = { collection: 'h_scoped', field: 'code', values: { customer: { id: a } } };
  expect((await app.post('sequences:hint', body)).body.data.value).toBe('A0002');
  expect(await hint('h_scoped')).toBeNull();
  expect(await hint('h_scoped', { customer: { short: 'not saved yet' } })).toBeNull();
  expect(await hint('h_scoped', { customerId: 'no number' })).toBeNull();
});

test('knows the date that is typed, and who asks', async () => {
  await collection(app, 'h_dated', [
    { name: 'day', type: 'dateOnly', interface: 'date' },
    sequence('code', [date('YYYY', { field: 'day' }), integer({ cycle: '0 0 1 1 *' })]),
  ]);
  await app.post('h_dated:create', { day: '2031-05-05' });
  expect(await hint('h_dated', { day: '2031-07-01' })).toBe('20310002');
  expect(await hint('h_dated', { day: '2032-07-01' })).toBe('20320001');
  await collection(
    app,
    'h_mine',
    [
      sequence('code', [integer({ scope: ['createdById'] })]),
      { name: 'createdBy', type: 'belongsTo', interface: 'createdBy', target: 'users', foreignKey: 'createdById' },
    ],
    { createdBy: true },
  );
  await app.post('h_mine:create', {});
  expect(await hint('h_mine')).toBe('0002');
});

test('a number with chance in it, or one past its digits, cannot be told', async () => {
  await collection(app, 'h_random', [sequence('code', [{ type: 'randomChar', options: { length: 4 } }])]);
  expect(await hint('h_random')).toBeNull();
  await collection(app, 'h_end', [sequence('code', [integer({ digits: 1, start: 9, overflow: 'error' })])]);
  await app.post('h_end:create', {});
  expect(await hint('h_end')).toBeNull();
});

test('is for whoever may create in the collection, and for nobody else', async () => {
  await collection(app, 'h_shut', [sequence('code', [integer()])]);
  const asked = (): Promise<any> =>
    member.get('/api/sequences:hint').query({ collection: 'h_shut', field: 'code' }) as never;
  const role = app.app.db.getRepository('roles');
  const allow = (actions: string[]): Promise<unknown> =>
    role.update({ filterByTk: 'member', values: { strategy: { actions } } });
  await allow(['view']);
  expect((await asked()).status).toBe(403);
  await allow(['view', 'create']);
  expect([(await asked()).status, (await asked()).body.data]).toEqual([200, { value: '0001' }]);
  expect((await supertest.agent(app.app.callback()).get('/api/sequences:hint')).status).toBe(401);
  for (const action of ['preview', 'duplicates', 'health'])
    expect((await member.post(`/api/sequences:${action}`).send({})).status).toBe(403);
});

test('tells nothing of records, fields and numbers that the user may not see', async () => {
  await collection(app, 'h_owners', [{ name: 'secret', type: 'string', interface: 'input' }], { createdBy: true });
  await collection(app, 'h_owned', [
    sequence('code', [{ type: 'field', options: { path: 'owner.secret' } }, integer()]),
    sequence('plain', [integer()]),
    { name: 'owner', type: 'belongsTo', interface: 'm2o', target: 'h_owners', foreignKey: 'ownerId' },
  ]);
  const { id: ownerId } = (await app.post('h_owners:create', { title: 'x', secret: 'HIDDEN' })).body.data;
  const { id: mine } = (await member.post('/api/h_owners:create').send({ secret: 'MINE' })).body.data ?? {};
  const asked = async (field = 'code', id = ownerId): Promise<any> => {
    const values = JSON.stringify({ ownerId: id });
    return member.get('/api/sequences:hint').query({ collection: 'h_owned', field, values });
  };
  const role = app.app.db.getRepository('roles');
  const allow = (actions: string[]): Promise<unknown> =>
    role.update({ filterByTk: 'member', values: { strategy: { actions } } });
  const own = (name: string, actions: object[]): Promise<any> =>
    app.post('roles/member/resources:create', { name, usingActionsConfig: true, actions });

  await allow(['view', 'create']);
  expect((await asked()).body.data).toEqual({ value: 'HIDDEN0001' });
  await allow(['create']);
  expect((await asked()).body.data).toEqual({ value: null });
  expect((await asked('plain')).body.data).toEqual({ value: '0001' });
  await allow(['view:own', 'create']);
  expect((await asked()).body.data).toEqual({ value: null });
  if (mine) expect((await asked('code', mine)).body.data).toEqual({ value: 'MINE0001' });

  await allow(['view', 'create']);
  expect((await own('h_owners', [{ name: 'view', fields: ['title'] }])).status).toBe(200);
  expect((await asked()).body.data).toEqual({ value: null });

  const fields = ['owner', 'code'];
  expect(
    (
      await own('h_owned', [
        { name: 'create', fields },
        { name: 'view', fields },
      ])
    ).status,
  ).toBe(200);
  expect((await asked('plain')).status).toBe(403);
  expect((await asked('code')).status).toBe(200);
});

test.each([
  [{ field: 'code' }, 400, 'collection'],
  [{ collection: 'h_plain' }, 400, 'field'],
  [{ collection: 'h_plain', field: 'code', values: 'x' }, 400, 'values'],
  [{ collection: 'h_plain', field: 'code', values: '[1]' }, 400, 'values'],
  [{ collection: 'h_plain', field: 'title' }, 404, undefined],
  [{ collection: 'nope', field: 'code' }, 404, undefined],
])('%j is refused', async (query, status, path) => {
  const refused = await app.get('sequences:hint', query);
  expect([refused.status, refused.body.errors[0].path]).toEqual([status, path]);
});
