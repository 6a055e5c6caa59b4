import type { TestApp } from '../harness';
import { collection, createApp, integer, sequence, text } from '../harness';

// Case 32 of the faults people met: numbers per company, customer or parent.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
  await collection(app, 's_customers', [
    { name: 'short', type: 'string', interface: 'input', unique: true },
    { name: 'region', type: 'string', interface: 'input' },
  ]);
  for (const [title, short, region] of [
    ['A', 'AA', 'eu'],
    ['B', 'BB', 'us'],
    ['C', 'CC', 'eu'],
  ])
    await app.post('s_customers:create', { title, short, region });
});
afterAll(() => app?.close());

const customer = (options: object = {}): object => ({
  name: 'customer',
  type: 'belongsTo',
  interface: 'm2o',
  target: 's_customers',
  foreignKey: 'customerId',
  targetKey: 'id',
  ...options,
});
const code = (response: { body: any }): string => response.body.data.code;

test('each customer has numbers of his own, however the relation is sent', async () => {
  await collection(app, 's_orders', [customer(), sequence('code', [text('O'), integer({ scope: ['customer'] })])]);
  const given = [];
  for (const body of [
    { customerId: 1 },
    { customer: { id: 1 } },
    { customer: 1 },
    { customer: { id: 2, title: 'B' } },
    { customerId: 2 },
    {},
    { customer: null },
    { customerId: 1 },
  ]) {
    given.push(code(await app.post('s_orders:create', body)));
  }
  expect(given).toEqual(['O0001', 'O0002', 'O0003', 'O0001', 'O0002', 'O0001', 'O0002', 'O0004']);
  const rows = (await app.get('sequences:list', { collection: 's_orders' })).body.data;
  expect(rows.filter((row: any) => row.current !== null).map((row: any) => [row.scope, row.current])).toEqual([
    ['1', '4'],
    ['2', '2'],
    ['~', '2'],
  ]);
});

test('the scope is seen in bulk writes and imports, which link relations afterwards', async () => {
  await collection(app, 's_bulk', [customer(), sequence('code', [integer({ scope: ['customer'] })])]);
  const made: any[] = (await app.app.db
    .getCollection('s_bulk')
    .model.bulkCreate([
      { customer: 1 },
      { customerId: 2 },
      { customer: { id: 1 } },
      { customer: 2 },
      {},
    ] as never)) as never;
  expect(made.map((record) => record.get('code'))).toEqual(['0001', '0001', '0002', '0002', '0001']);
  expect(made.map((record) => record.get('customerId') ?? null)).toEqual([1, 2, 1, 2, null]);
});

test('a relation by another key counts as what it points to', async () => {
  await collection(app, 's_key', [
    customer({ targetKey: 'short', foreignKey: 'customerShort' }),
    sequence('code', [integer({ scope: ['customer'] })]),
  ]);
  const given = [];
  for (const body of [{ customer: { short: 'AA' } }, { customerShort: 'AA' }, { customer: 'BB' }])
    given.push(code(await app.post('s_key:create', body)));
  expect(given).toEqual(['0001', '0002', '0001']);
});

test('a customer made by the same save is refused, not counted as none', async () => {
  const refused = await app.post('s_orders:create', { customer: { title: 'new' } });
  expect([refused.status, refused.body.errors[0].path, refused.body.errors[0].code]).toEqual([
    400,
    'customer',
    'SEQUENCE_SCOPE_UNSAVED',
  ]);
  expect(await app.app.db.getRepository('s_customers').count({ filter: { title: 'new' } })).toBe(0);
});

test('children made through their parent count in its scope', async () => {
  await collection(app, 's_lines', [customer(), sequence('code', [integer({ scope: ['customerId'] })])]);
  await app.agent.post('/api/collections/s_customers/fields:create').send({
    name: 'lines',
    type: 'hasMany',
    interface: 'o2m',
    target: 's_lines',
    foreignKey: 'customerId',
    sourceKey: 'id',
    targetKey: 'id',
  });
  const made = await app.post('s_customers:create', {
    title: 'D',
    short: 'DD',
    lines: [{ title: 'a' }, { title: 'b' }],
  });
  const id = made.body.data.id;
  expect(code(await app.post(`s_customers/${id}/lines:create`, {}))).toBe('0003');
  expect(code(await app.post('s_customers/1/lines:create', {}))).toBe('0001');
});

test('a value of the related record can be the scope and can stand in the number', async () => {
  await collection(app, 's_region', [
    customer(),
    sequence('code', [
      { type: 'field', options: { path: 'customer.short' } },
      text('-'),
      integer({ scope: ['customer.region'] }),
    ]),
  ]);
  const given = [];
  for (const customerId of [1, 2, 3, 1, null]) given.push(code(await app.post('s_region:create', { customerId })));
  expect(given).toEqual(['AA-0001', 'BB-0001', 'CC-0002', 'AA-0003', '-0001']);
  const { rows } = (await app.post('sequences:repair', { collection: 's_region' })).body.data;
  expect(rows.map((row: any) => row.action)).toEqual(['none', 'none', 'none']);
});

test('changing the scope later changes no number, and the counters stay right', async () => {
  const first = await app.post('s_orders:create', { customerId: 3 });
  const changed = await app.agent
    .post('/api/s_orders:update')
    .query({ filterByTk: first.body.data.id })
    .send({ customerId: 2 });
  expect(changed.body.data[0].code).toBe(code(first));
  expect(code(await app.post('s_orders:create', { customerId: 3 }))).toBe('O0002');
});

test('a thousand scopes: a counter for each, opened from the data after a loss', async () => {
  await collection(app, 's_many', [
    { name: 'group', type: 'string', interface: 'input' },
    sequence('code', [integer({ scope: ['group'] })]),
  ]);
  const groups = Array.from({ length: 1000 }, (_, i) => ({ group: `g${i}` }));
  const { model } = app.app.db.getCollection('s_many');
  await model.bulkCreate([...groups, ...groups.slice(0, 3)] as never);
  const { sequelize } = app.app.db;
  await sequelize.query(
    `DELETE FROM ${app.app.db.getCollection('sequences').quotedTableName()} WHERE collection = 's_many'`,
  );
  expect(code(await app.post('s_many:create', { group: 'g1' }))).toBe('0003');
  const { rows } = (await app.post('sequences:repair', { collection: 's_many' })).body.data;
  expect(rows.filter((row: any) => row.action === 'created')).toHaveLength(999);
  expect(code(await app.post('s_many:create', { group: 'g500' }))).toBe('0002');
});

test('text that means something to the stored scope stays apart', async () => {
  await collection(app, 's_text', [
    { name: 'a', type: 'string', interface: 'input' },
    { name: 'b', type: 'string', interface: 'input' },
    sequence('code', [integer({ scope: ['a', 'b'] })]),
  ]);
  const given = [];
  for (const [a, b] of [
    ['x|y', 'z'],
    ['x', 'y|z'],
    ['~', null],
    [null, '~'],
    [null, null],
    ['', ''],
    ['q'.repeat(250), 'r'],
    ['q'.repeat(250), 's'],
  ])
    given.push(code(await app.post('s_text:create', { a, b })));
  expect(given).toEqual(['0001', '0001', '0001', '0001', '0001', '0002', '0001', '0001']);
});
