import type { TestApp } from '../harness';
import { collection, createApp, date, dialect, integer, sequence, text } from '../harness';

// Cases 1, 2, 3, 8, 9, 16–19, 22, 27–29 of the faults people met: see docs/guides/cases.md.

let app: TestApp;
const sqlite = dialect === 'sqlite';

beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app?.close());

const code = (response: { body: any }, field = 'code'): string => response.body.data[field];
const current = async (name: string): Promise<Array<string | null>> =>
  (await app.get('sequences:list', { collection: name })).body.data.map((row: any) => row.current);
const raw = (sql: string): Promise<unknown> => app.app.db.sequelize.query(sql);
const table = (name: string): string => app.app.db.getCollection(name).quotedTableName();
const q = (name: string): string => app.app.db.sequelize.getQueryInterface().quoteIdentifier(name);

test('parallel creates give distinct, contiguous numbers', async () => {
  await collection(app, 'n_parallel', [sequence('code', [integer()])]);
  const clients = sqlite ? 1 : 50;
  const created: string[] = [];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let i = 0; i < 50 / clients; i++) created.push(code(await app.post('n_parallel:create', {})));
    }),
  );
  expect(created.sort()).toEqual(Array.from({ length: 50 }, (_, i) => String(i + 1).padStart(4, '0')));
  expect(await current('n_parallel')).toEqual(['50']);
});

test('numbers that come from outside raise the counter', async () => {
  await collection(app, 'n_import', [sequence('code', [text('ORD-'), integer()], { inputable: true })]);
  const model = app.app.db.getCollection('n_import').model;
  const rows = Array.from({ length: 500 }, (_, i) => ({ code: `ORD-${String(i + 1).padStart(4, '0')}` }));
  await app.app.db.sequelize.transaction(
    (transaction) => model.bulkCreate(rows, { transaction, validate: false }) as never,
  );
  const next = await app.post('n_import:create', {});
  expect(next.status).toBe(200);
  expect(code(next)).toBe('ORD-0501');
});

test('a counter behind raw rows answers one clear 409 and burns no number', async () => {
  await collection(app, 'n_behind', [sequence('sn', [text('ORD-'), integer()], { unique: true })]);
  for (let i = 1; i <= 9; i++) expect(code(await app.post('n_behind:create', {}), 'sn')).toBe(`ORD-000${i}`);
  for (let i = 10; i <= 39; i++) {
    await raw(
      `INSERT INTO ${table('n_behind')} (${q('sn')}, ${q('createdAt')}) VALUES ('ORD-00${i}', CURRENT_TIMESTAMP)`,
    );
  }
  const refused = await app.post('n_behind:create', {});
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0].message).toMatch(/ORD-0010.*Repair/);
  expect(refused.body.errors[0].code).toBe('SEQUENCE_BEHIND');
  expect(await current('n_behind')).toEqual(['9']);

  const repaired = await app.post('sequences:repair', { collection: 'n_behind', field: 'sn' });
  expect(repaired.body.data.rows).toEqual([expect.objectContaining({ before: '9', after: '39', action: 'raised' })]);
  expect(code(await app.post('n_behind:create', {}), 'sn')).toBe('ORD-0040');
});

test('a clash on a typed number keeps the platform’s own message', async () => {
  await collection(app, 'n_typed', [sequence('sn', [integer()], { unique: true, inputable: true })]);
  await app.post('n_typed:create', { sn: '0007' });
  const refused = await app.post('n_typed:create', { sn: '0007' });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).not.toMatch(/Repair|INSERT/);
});

test('past the digits the numbers grow, and are still read back', async () => {
  await collection(app, 'n_grow', [sequence('code', [text('ORD-'), integer({ digits: 2, start: 98 })])]);
  const given = [];
  for (let i = 0; i < 3; i++) given.push(code(await app.post('n_grow:create', {})));
  expect(given).toEqual(['ORD-98', 'ORD-99', 'ORD-100']);
  await app.post('sequences:setNext', { collection: 'n_grow', field: 'code', next: 5, force: true });
  const repaired = await app.post('sequences:repair', { collection: 'n_grow' });
  expect(repaired.body.data.rows[0]).toMatchObject({ before: '4', after: '100', action: 'raised' });
});

test('overflow: error refuses the number past the digits and keeps the counter', async () => {
  await collection(app, 'n_full', [sequence('code', [integer({ digits: 1, start: 9, overflow: 'error' })])]);
  expect(code(await app.post('n_full:create', {}))).toBe('9');
  const refused = await app.post('n_full:create', {});
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0].code).toBe('SEQUENCE_OVERFLOW');
  expect(await current('n_full')).toEqual(['9']);
});

test('start and digits changed on a live field never repeat a number', async () => {
  await collection(app, 'n_change', [sequence('code', [integer()])]);
  for (let i = 0; i < 5; i++) await app.post('n_change:create', {});
  const patterns = async (options: object, status = 200): Promise<void> => {
    const key = app.app.db.getCollection('n_change').getField('code').options.patterns[0].options.key;
    const response = await app.agent
      .post('/api/collections/n_change/fields:update')
      .query({ filterByTk: 'code' })
      .send({ patterns: [{ type: 'integer', options: { digits: 4, start: 1, key, ...options } }] });
    expect(response.status).toBe(status);
  };
  await patterns({ start: 100 });
  expect(code(await app.post('n_change:create', {}))).toBe('0100');
  await patterns({ start: 1 });
  expect(code(await app.post('n_change:create', {}))).toBe('0101');
  await app.post('sequences:setNext', { collection: 'n_change', field: 'code', next: 1501 });
  // Digits that the present number does not fit into are refused.
  await patterns({ digits: 3 }, 400);
  await patterns({ digits: 5 });
  expect(code(await app.post('n_change:create', {}))).toBe('01501');
});

test('each record of a bulk write or a relation create takes one number', async () => {
  await collection(app, 'n_parent', []);
  await collection(app, 'n_child', [sequence('code', [integer()])]);
  await app.agent.post('/api/collections/n_parent/fields:create').send({
    name: 'children',
    type: 'hasMany',
    interface: 'o2m',
    target: 'n_child',
    foreignKey: 'parentId',
    sourceKey: 'id',
    targetKey: 'id',
  });
  const parent = (await app.post('n_parent:create', { title: 'p', children: [{ title: 'a' }, { title: 'b' }] })).body
    .data.id;
  const one = await app.post(`n_parent/${parent}/children:create`, { title: 'c' });
  expect(code(one)).toBe('0003');
  const model = app.app.db.getCollection('n_child').model;
  const made: any[] = (await model.bulkCreate([{}, {}, {}])) as never;
  expect(made.map((record) => record.get('code'))).toEqual(['0004', '0005', '0006']);
  const hooked: any[] = (await model.bulkCreate([{}, {}], { individualHooks: true })) as never;
  expect(hooked.map((record) => record.get('code')).sort()).toEqual(['0007', '0008']);
  expect(code(await app.post('n_child:create', {}))).toBe('0009');
});

test('blank in any form means: give a number', async () => {
  await collection(app, 'n_blank', [sequence('sn', [integer()], { inputable: true })]);
  const given = [];
  for (const body of [{ sn: '' }, { sn: null }, {}, { sn: ' ' }])
    given.push(code(await app.post('n_blank:create', body), 'sn'));
  expect(given).toEqual(['0001', '0002', '0003', '0004']);
});

test('a required number needs none from the client', async () => {
  await collection(app, 'n_required', [
    sequence('sn', [integer()], {
      required: true,
      allowNull: false,
      validation: { type: 'string', rules: [{ key: 'r', name: 'required' }] },
    }),
  ]);
  const created = await app.post('n_required:create', {});
  expect([created.status, code(created, 'sn')]).toEqual([200, '0001']);
  const field = app.app.db.getCollection('n_required').getField('sn');
  expect(field.options.validation.rules).toEqual([]);
});

test('a client can neither set nor change a number that is not inputable', async () => {
  await collection(app, 'n_fixed', [sequence('sn', [text('ACC-'), integer()])]);
  const created = await app.post('n_fixed:create', { sn: 'ACC-777' });
  expect(code(created, 'sn')).toBe('ACC-0001');
  const id = created.body.data.id;
  const refused = await app.agent.post('/api/n_fixed:update').query({ filterByTk: id }).send({ sn: 'ACC-888' });
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'sn']);
  const emptied = await app.agent.post('/api/n_fixed:update').query({ filterByTk: id }).send({ sn: null });
  expect(emptied.status).toBe(400);
  const same = await app.agent
    .post('/api/n_fixed:update')
    .query({ filterByTk: id })
    .send({ sn: 'ACC-0001', title: 'new' });
  expect([same.status, same.body.data[0].title]).toEqual([200, 'new']);

  const repository = app.app.db.getRepository('n_fixed');
  await expect(
    repository.update({ filter: { id }, values: { sn: 'ACC-888' }, individualHooks: false }),
  ).rejects.toMatchObject({ code: 'SEQUENCE_READ_ONLY' });
  await repository.update({ filter: { id }, values: { title: 'bulk' }, individualHooks: false });
  expect((await repository.findOne({ filterByTk: id })).get('sn')).toBe('ACC-0001');
});

test('an inputable number can be changed, raises the counter, and cannot be emptied', async () => {
  await collection(app, 'n_input', [sequence('sn', [integer()], { inputable: true })]);
  const id = (await app.post('n_input:create', {})).body.data.id;
  const update = (body: object): Promise<any> =>
    app.agent.post('/api/n_input:update').query({ filterByTk: id }).send(body) as never;
  expect((await update({ sn: '0040' })).status).toBe(200);
  expect((await update({ sn: '' })).status).toBe(400);
  expect(code(await app.post('n_input:create', {}), 'sn')).toBe('0041');
  await app.app.db.getRepository('n_input').update({ filter: { id }, values: { sn: '0090' }, individualHooks: false });
  expect(code(await app.post('n_input:create', {}), 'sn')).toBe('0091');
});

test('match refuses a typed number of another shape', async () => {
  await collection(app, 'n_match', [sequence('sn', [text('ORD-'), integer()], { inputable: true, match: true })]);
  const refused = await app.post('n_match:create', { sn: 'X1' });
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'sn']);
  expect((await app.post('n_match:create', { sn: 'ORD-0005' })).status).toBe(200);
  expect(code(await app.post('n_match:create', {}), 'sn')).toBe('ORD-0006');
});

test('a deleted last record does not give its number back', async () => {
  await collection(app, 'n_delete', [sequence('code', [integer({ digits: 3 })])]);
  let last;
  for (let i = 0; i < 3; i++) last = (await app.post('n_delete:create', {})).body.data.id;
  await app.agent.post('/api/n_delete:destroy').query({ filterByTk: last });
  expect(code(await app.post('n_delete:create', {}))).toBe('004');
});

test('few random numbers on a unique field are all found, then refused at once', async () => {
  await collection(app, 'n_random', [
    sequence('code', [{ type: 'randomChar', options: { length: 1, charsets: ['number'] } }], { unique: true }),
  ]);
  const given = [];
  for (let i = 0; i < 10; i++) given.push(code(await app.post('n_random:create', {})));
  expect(given.sort()).toEqual([...'0123456789']);
  const started = Date.now();
  const refused = await app.post('n_random:create', {});
  expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'SEQUENCE_EXHAUSTED']);
  expect(Date.now() - started).toBeLessThan(1000);
});

test('special characters in fixed text are themselves', async () => {
  const cases = [
    ['A.B(1)+[x]^$-', 'AXB(1)+[x]^$-0009'],
    ['N°/Ω 2026 ', 'N°/Ω 2026 x0009'],
    ['ORD-', 'ord-0009'],
  ];
  for (const [i, [value, foreign]] of cases.entries()) {
    const name = `n_chars${i}`;
    await collection(app, name, [sequence('code', [text(value), integer()], { inputable: true })]);
    expect(code(await app.post(`${name}:create`, {}))).toBe(`${value}0001`);
    await app.post(`${name}:create`, { code: foreign });
    await app.post(`${name}:create`, { code: `${value}0004` });
    const rows = (await app.post('sequences:repair', { collection: name })).body.data.rows;
    expect(rows).toContainEqual(expect.objectContaining({ after: '4', action: 'none' }));
    expect(rows).toContainEqual(
      expect.objectContaining({ action: 'skipped', reason: expect.stringContaining(foreign) }),
    );
  }
});

test('digits in the prefix are told from the counter’s', async () => {
  await collection(app, 'n_prefix', [sequence('code', [date('YYYY'), integer()], { inputable: true })]);
  for (const value of ['20260007', '202612345', '20260099']) await app.post('n_prefix:create', { code: value });
  const { rows } = (await app.post('sequences:repair', { collection: 'n_prefix' })).body.data;
  expect(rows[0]).toMatchObject({ after: '12345' });
});

test('numbers past 2^53 are exact', async () => {
  if (sqlite) {
    const refused = await app.post('collections:create', {
      name: 'n_big',
      fields: [sequence('code', [integer({ digits: 16 })])],
    });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'patterns[0].options.digits']);
    return;
  }
  await collection(app, 'n_big', [sequence('code', [integer({ digits: 16 })])]);
  await app.post('sequences:setNext', { collection: 'n_big', field: 'code', next: '9007199254740994' });
  const made: any[] = (await app.app.db.getCollection('n_big').model.bulkCreate([{}, {}])) as never;
  expect(made.map((record) => record.get('code'))).toEqual(['9007199254740994', '9007199254740995']);
  expect(await current('n_big')).toEqual(['9007199254740995']);
});

test('base 36 numbers come back through repair', async () => {
  await collection(app, 'n_base', [
    sequence('code', [text('K'), integer({ digits: 12, base: 36, start: 35 })], { inputable: true }),
  ]);
  const given = [];
  for (let i = 0; i < 2; i++) given.push(code(await app.post('n_base:create', {})));
  expect(given).toEqual(['K00000000000z', 'K000000000010']);
  await app.post('n_base:create', { code: 'K0000000zzzzz' });
  await app.post('sequences:setNext', { collection: 'n_base', field: 'code', next: 40, force: true });
  const { rows } = (await app.post('sequences:repair', { collection: 'n_base' })).body.data;
  expect(rows[0]).toMatchObject({ after: String(36 ** 5 - 1), action: 'raised' });
});
