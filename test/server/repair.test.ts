import type { TestApp } from '../harness';
import { collection, createApp, date, dialect, integer, sequence, signIn, text } from '../harness';
import supertest from 'supertest';

// Cases 23–25 of the faults people met; repair, integrity, setNext, backfill, preview and who may call them.

let app: TestApp;
beforeAll(async () => {
  app = await createApp({ acl: true, plugins: ['async-task-manager'] });
});
afterAll(() => app?.close());

const q = (name: string): string => app.app.db.sequelize.getQueryInterface().quoteIdentifier(name);
const table = (name: string): string => app.app.db.getCollection(name).quotedTableName();
const repair = async (body: object): Promise<any[]> => {
  const response = await app.post('sequences:repair', body);
  expect(response.status).toBe(200);
  return response.body.data.rows;
};
async function insert(name: string, codes: Array<string | null>): Promise<void> {
  for (const code of codes) {
    await app.app.db.sequelize.query(
      `INSERT INTO ${table(name)} (${q('code')}, ${q('createdAt')}) VALUES (:code, CURRENT_TIMESTAMP)`,
      { replacements: { code } },
    );
  }
}

test('a dry run reports and changes nothing; repair raises; only allowLower lowers', async () => {
  await collection(app, 'r_orders', [sequence('code', [text('R-'), integer()])]);
  await app.post('r_orders:create', {});
  await insert('r_orders', ['R-0500', 'R-0007', 'LEGACY', null]);
  const filter = { collection: 'r_orders', field: 'code' };
  expect(await repair({ ...filter, dryRun: true })).toContainEqual(
    expect.objectContaining({ before: '1', after: '500', action: 'raised' }),
  );
  expect((await app.get('sequences:list', filter)).body.data[0].current).toBe('1');
  expect(await repair(filter)).toContainEqual(expect.objectContaining({ before: '1', after: '500', action: 'raised' }));
  expect((await app.post('r_orders:create', {})).body.data.code).toBe('R-0501');

  await app.app.db.sequelize.query(`DELETE FROM ${table('r_orders')} WHERE ${q('code')} IN ('R-0500', 'R-0501')`);
  expect(await repair(filter)).toContainEqual(expect.objectContaining({ before: '501', after: '501', action: 'none' }));
  expect(await repair({ ...filter, allowLower: true, dryRun: true })).toContainEqual(
    expect.objectContaining({ before: '501', after: '7', action: 'lowered' }),
  );
  expect(await repair({ ...filter, allowLower: true })).toContainEqual(
    expect.objectContaining({ before: '501', after: '7', action: 'lowered' }),
  );
  expect((await app.post('r_orders:create', {})).body.data.code).toBe('R-0008');
});

test('every repair is kept with who, when and what', async () => {
  const [last] = (await app.get('sequenceRepairs:list', { pageSize: 1 })).body.data;
  expect(last).toMatchObject({
    by: 'Super Admin',
    dryRun: false,
    allowLower: true,
    status: 'succeeded',
    collection: 'r_orders',
    origin: 'http',
  });
  expect(last.rows).toContainEqual(expect.objectContaining({ action: 'lowered' }));
  expect(new Date(last.startedAt).getTime()).toBeLessThanOrEqual(new Date(last.finishedAt).getTime());
});

test('repair survives counters and fields it cannot serve, and names each', async () => {
  await collection(app, 'r_odd', [
    sequence('code', [date('MMMM'), text('-'), integer()], { inputable: true }),
    sequence('legacy', [text('NEW-'), integer()], { inputable: true }),
    { name: 'plain', type: 'string' },
  ]);
  await app.post('r_odd:create', { code: 'September-0031', legacy: 'OLD-0099' });
  const plugin: any = app.app.pm.get('nocobase-plugin-sequence-outbox');
  const { counters } = plugin.sequence;
  for (const [name, field] of [
    ['gone', 'code'],
    ['r_odd', 'gone'],
    ['r_odd', 'plain'],
  ])
    await counters.add({ collection: name, field, key: 5, scope: '', period: '' }, { current: 3n, at: null }, null);
  const rows = await repair({});
  const reasons = rows.filter((row) => row.action === 'skipped').map((row) => [row.collection, row.field, row.reason]);
  expect(reasons).toEqual(
    expect.arrayContaining([
      ['gone', 'code', 'The collection does not exist.'],
      ['r_odd', 'gone', 'The field does not exist.'],
      ['r_odd', 'plain', 'The field is not a sequence field.'],
      ['r_odd', 'legacy', expect.stringContaining('OLD-0099')],
    ]),
  );
  expect(rows).toContainEqual(
    expect.objectContaining({ collection: 'r_odd', field: 'code', after: '31', action: 'none' }),
  );
  expect((await app.get('sequences:list')).body.data.find((row: any) => row.collection === 'gone').orphan).toMatch(
    /does not exist/,
  );
});

test('the command’s repair is the same one, and is kept', async () => {
  await collection(app, 'r_command', [sequence('code', [integer()])]);
  await app.post('r_command:create', {});
  await insert('r_command', ['0044']);
  await app.app.emitAsync('repair', {});
  expect((await app.get('sequences:list', { collection: 'r_command' })).body.data[0].current).toBe('44');
  const [last] = (await app.get('sequenceRepairs:list', { pageSize: 1 })).body.data;
  expect(last).toMatchObject({ origin: 'command', status: 'succeeded' });
});

test('a repair in the background answers at once and ends with its outcome kept', async () => {
  await insert('r_command', ['0060']);
  const started = (await app.post('sequences:repair', { collection: 'r_command', async: true })).body.data;
  expect(started).toEqual({ id: expect.any(String), taskId: expect.any(String) });
  let kept: any;
  for (let i = 0; i < 200 && kept?.status !== 'succeeded'; i++) {
    kept = (await app.get('sequenceRepairs:get', { filterByTk: started.id })).body.data;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(kept).toMatchObject({ status: 'succeeded', progressCurrent: 3, progressTotal: 3 });
  expect(kept.rows).toContainEqual(expect.objectContaining({ before: '44', after: '60', action: 'raised' }));
});

test('integrity tells gaps, duplicates, empty numbers and a counter behind', async () => {
  await collection(app, 'r_check', [sequence('code', [integer()])]);
  for (let i = 0; i < 3; i++) await app.post('r_check:create', {});
  const check = async (): Promise<any> =>
    (await app.post('sequences:integrity', { collection: 'r_check', field: 'code' })).body.data;
  expect(await check()).toEqual({
    total: 3,
    nulls: 0,
    duplicates: [],
    gaps: [],
    behind: false,
    unreadable: 0,
    nullIds: [],
    unreadableIds: [],
  });
  await insert('r_check', ['0002', '0007', '0009', null, '', 'odd']);
  expect(await check()).toMatchObject({
    total: 9,
    nulls: 2,
    duplicates: [{ value: '0002', count: 2 }],
    gaps: [
      { scope: '', period: '', from: '4', to: '6' },
      { scope: '', period: '', from: '8', to: '8' },
    ],
    behind: true,
    unreadable: 1,
  });
});

test('the same number in two scopes or periods is no duplicate, twice in one is', async () => {
  await collection(app, 'r_apart', [
    { name: 'group', type: 'string' },
    sequence('code', [integer({ scope: ['group'], cycle: '0 0 * * *' })]),
  ]);
  const create = (group: string, day: string): Promise<unknown> =>
    app.app.db.getRepository('r_apart').create({ values: { group, createdAt: new Date(`${day}T12:00:00Z`) } });
  for (const group of ['a', 'b']) for (const day of ['2026-01-01', '2026-01-02']) await create(group, day);
  const check = async (): Promise<any> =>
    (await app.post('sequences:integrity', { collection: 'r_apart', field: 'code' })).body.data;
  expect(await check()).toMatchObject({ total: 4, duplicates: [], gaps: [], behind: false });
  await app.app.db.sequelize.query(
    `UPDATE ${table('r_apart')} SET ${q('createdAt')} = (SELECT at FROM (SELECT MIN(${q('createdAt')}) AS at FROM ${table('r_apart')}) AS first)`,
  );
  expect((await check()).duplicates).toMatchObject([
    { value: '0001', count: 2 },
    { value: '0001', count: 2 },
  ]);
  const rows = await repair({ collection: 'r_apart' });
  expect(rows.some((row) => row.scope === '')).toBe(false);
});

test('setNext moves a counter, refuses used numbers, and does it when forced', async () => {
  await collection(app, 'r_next', [sequence('code', [integer()])]);
  for (let i = 0; i < 10; i++) await app.post('r_next:create', {});
  const setNext = (body: object): Promise<any> =>
    app.post('sequences:setNext', { collection: 'r_next', field: 'code', ...body });
  for (const next of [3, 10]) {
    const refused = await setNext({ next });
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'SEQUENCE_NUMBER_USED']);
  }
  expect((await setNext({ next: 11 })).status).toBe(200);
  expect((await setNext({ next: '20' })).body.data).toMatchObject({ before: '10', next: '20' });
  expect((await app.post('r_next:create', {})).body.data.code).toBe('0020');
  expect((await setNext({ next: 5, force: true })).status).toBe(200);
  expect((await app.post('r_next:create', {})).body.data.code).toBe('0005');
  for (const [body, path] of [
    [{ next: -1 }, 'next'],
    [{ next: 'x' }, 'next'],
    [{}, 'next'],
    [{ next: 1.5 }, 'next'],
    [{ next: '9'.repeat(25) }, 'next'],
    [{ next: 5, key: 99 }, 'key'],
    [{ next: 30, period: 'someday' }, 'period'],
  ] as const) {
    const refused = await setNext(body);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, path]);
  }
  expect((await app.post('sequences:setNext', { field: 'code', next: 1 })).status).toBe(400);
  expect((await app.post('sequences:setNext', { collection: 'nope', field: 'code', next: 1 })).status).toBe(404);
});

test('setNext for a period and a scope of their own', async () => {
  await collection(app, 'r_parts', [
    { name: 'group', type: 'string' },
    sequence('code', [date('YYYY'), integer({ cycle: '0 0 1 1 *', scope: ['group'] })]),
  ]);
  const period = '2030-01-01T00:00:00.000Z';
  expect(
    (await app.post('sequences:setNext', { collection: 'r_parts', field: 'code', scope: 'x', period, next: 50 }))
      .status,
  ).toBe(200);
  const made = await app.app.db
    .getRepository('r_parts')
    .create({ values: { group: 'x', createdAt: new Date('2030-05-05T00:00:00Z') } });
  expect(made.get('code')).toBe('20300050');
  const other = await app.app.db
    .getRepository('r_parts')
    .create({ values: { group: 'y', createdAt: new Date('2030-05-05T00:00:00Z') } });
  expect(other.get('code')).toBe('20300001');
});

test('backfill numbers old records, oldest first, beside new ones', async () => {
  await collection(app, 'r_old', [{ name: 'code', type: 'string', interface: 'input' }].slice(1));
  const model = app.app.db.getCollection('r_old').model;
  await model.bulkCreate(
    Array.from({ length: 1203 }, (_, i) => ({
      title: `t${i}`,
      createdAt: new Date(Date.UTC(2026, 0, 1) + (1203 - i) * 1000),
    })) as never,
  );
  await app.agent.post('/api/collections/r_old/fields:create').send(sequence('code', [integer()]));
  expect((await app.post('r_old:create', {})).body.data.code).toBe('0001');
  const response = await app.post('sequences:backfill', { collection: 'r_old', field: 'code' });
  expect(response.body.data).toEqual({ numbered: 1203 });
  const report = (await app.post('sequences:integrity', { collection: 'r_old', field: 'code' })).body.data;
  expect(report).toMatchObject({ total: 1204, nulls: 0, duplicates: [], gaps: [], behind: false });
  const oldest = await app.app.db.getRepository('r_old').findOne({ filter: { title: 't1202' } });
  expect(oldest.get('code')).toBe('0002');
  expect((await app.post('sequences:backfill', { collection: 'r_old', field: 'code' })).body.data).toEqual({
    numbered: 0,
  });
  expect((await app.post('r_old:create', {})).body.data.code).toBe('1205');
});

test('preview shows the next numbers and takes none', async () => {
  await collection(app, 'r_preview', [sequence('code', [text('P-'), integer({ digits: 2, start: 98 })])]);
  const { patterns } = app.app.db.getCollection('r_preview').getField('code').options;
  const preview = async (body: object = {}): Promise<any> =>
    (await app.post('sequences:preview', { patterns, collection: 'r_preview', field: 'code', ...body })).body.data
      .values;
  expect(await preview()).toEqual(['P-98', 'P-99', 'P-100']);
  await app.post('r_preview:create', {});
  expect(await preview({ count: 1 })).toEqual(['P-99']);
  expect(await preview({ count: 1 })).toEqual(['P-99']);
  const bad = await app.post('sequences:preview', { patterns: [text('')] });
  expect([bad.status, bad.body.errors]).toEqual([
    400,
    [expect.objectContaining({ path: 'patterns[0].options.value' })],
  ]);
  for (const [body, path] of [
    [{ count: 0 }, 'count'],
    [{ count: 99 }, 'count'],
    [{ at: 'someday' }, 'at'],
    [{ timezone: 'Mars' }, 'timezone'],
  ] as const) {
    const refused = await app.post('sequences:preview', { patterns, ...body });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, path]);
  }
  const warned = await app.post('sequences:preview', { patterns: [date('YYYY'), integer({ cycle: '0 0 1 * *' })] });
  expect(warned.body.data.warnings.map((warning: any) => warning.code)).toEqual(['RESET_NOT_SHOWN']);
  const shown = await app.post('sequences:preview', {
    patterns: [date('YYYYMM'), integer({ cycle: '0 0 1 * *' })],
    at: '2026-02-03',
  });
  expect(shown.body.data).toMatchObject({ values: ['2026020001', '2026020002', '2026020003'], warnings: [] });
});

test('numbers per creator count by who it is, also when many are made at once', async () => {
  await collection(
    app,
    'r_mine',
    [
      sequence('code', [integer({ scope: ['createdById'] })]),
      { name: 'createdBy', type: 'belongsTo', interface: 'createdBy', target: 'users', foreignKey: 'createdById' },
    ],
    { createdBy: true },
  );
  const given = [];
  for (const userId of [1, 2, 1]) {
    const context = { state: { currentUser: { id: userId } } };
    const made = await app.app.db.getRepository('r_mine').create({ values: {}, context });
    given.push([made.get('createdById'), made.get('code')]);
  }
  expect(given).toEqual([
    [1, '0001'],
    [2, '0001'],
    [1, '0002'],
  ]);
  const over = await app.post('r_mine:create', {});
  expect([over.body.data.createdById, over.body.data.code]).toEqual([1, '0003']);
});

test('only admins may', async () => {
  await app.post('users:create', {
    username: 'member1',
    email: 'member1@example.com',
    password: 'member123',
    roles: ['member'],
  });
  const agent = supertest.agent(app.app.callback());
  await signIn(agent, 'member1@example.com', 'member123');
  for (const [method, action] of [
    ['get', 'sequences:list'],
    ['post', 'sequences:repair'],
    ['post', 'sequences:setNext'],
    ['post', 'sequences:integrity'],
    ['post', 'sequences:backfill'],
    ['post', 'sequences:preview'],
    ['get', 'sequenceRepairs:list'],
  ] as const) {
    expect((await agent[method](`/api/${action}`).send({})).status).toBe(403);
  }
  for (const action of ['create', 'update', 'destroy'])
    expect((await app.post(`sequences:${action}`, { current: 1 })).status).toBeGreaterThanOrEqual(400);
  expect(dialect).toBeDefined();
});
