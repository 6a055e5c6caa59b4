import type { TestApp } from '../harness';
import { collection, createApp, dialect, integer, sequence, text } from '../harness';

// A field that other collections inherit, and one that is defined in code: one rule and one counter, whichever is asked.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app?.close());

const onPostgres = dialect === 'postgres' ? test : test.skip;
const create = async (name: string, values = {}): Promise<string> => {
  const answer = await app.post(`${name}:create`, values);
  return answer.body.data?.code ?? JSON.stringify(answer.body);
};
const update = (name: string, values: object): Promise<any> =>
  app.agent.post(`/api/collections/${name}/fields:update`).query({ filterByTk: 'code' }).send(values) as never;
const rows = async (name: string): Promise<any[]> => (await app.get('sequences:list', { collection: name })).body.data;

onPostgres('a rule that is edited at the parent holds in the children, with one counter', async () => {
  await collection(app, 'i_parent', [sequence('code', [text('P-'), integer()])]);
  await collection(app, 'i_child', [{ name: 'extra', type: 'string' }], { inherits: ['i_parent'] });
  await collection(app, 'i_grand', [], { inherits: ['i_child'] });
  expect([await create('i_parent'), await create('i_child'), await create('i_grand')]).toEqual([
    'P-0001',
    'P-0002',
    'P-0003',
  ]);
  const [{ key }] = await rows('i_parent');

  const patterns = [text('Q-'), integer({ digits: 5, key })];
  for (const name of ['i_parent', 'i_child', 'i_grand']) {
    const { data } = (await app.post('sequences:preview', { patterns, collection: name, field: 'code' })).body;
    expect([name, data.values[0], data.saved?.next]).toEqual([name, 'Q-00004', 'P-0004']);
  }
  expect((await update('i_parent', { patterns })).status).toBe(200);
  expect([await create('i_grand'), await create('i_child'), await create('i_parent')]).toEqual([
    'Q-00004',
    'Q-00005',
    'Q-00006',
  ]);
  expect(await rows('i_child')).toEqual([]);
  expect((await rows('i_parent')).map((row) => [row.key, row.current])).toEqual([[key, '6']]);

  expect((await update('i_parent', { patterns: [integer({ digits: 1, overflow: 'error', key })] })).status).toBe(200);
  const refused = await update('i_parent', { patterns: [text('Q-'), integer({ digits: 5, key, cycle: 'x' })] });
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'patterns[1].options.cycle']);
  expect((await update('i_parent', { patterns })).status).toBe(200);
  expect(await create('i_child')).toBe('Q-00007');
});

onPostgres('health, hint and the numbers of old records count the children’s records', async () => {
  await collection(app, 'j_parent', [sequence('code', [text('P-'), integer()])]);
  await collection(app, 'j_child', [], { inherits: ['j_parent'] });
  const model = (name: string): any => app.app.db.getCollection(name).model;
  await model('j_child').bulkCreate([{ title: 'a' }, { title: 'b' }], { hooks: false });
  await model('j_parent').bulkCreate([{ title: 'c' }], { hooks: false });
  for (const name of ['j_parent', 'j_child']) {
    const health = (await app.post('sequences:health', { collection: name, field: 'code' })).body.data;
    expect(health).toMatchObject([{ collection: 'j_parent', total: 3, nulls: 3, works: true }]);
    const report = (await app.post('sequences:integrity', { collection: name, field: 'code' })).body.data;
    expect(report).toMatchObject({ total: 3, nulls: 3 });
  }
  const ahead = (await app.post('sequences:backfill', { collection: 'j_child', field: 'code', dryRun: true })).body
    .data;
  expect(ahead.total).toBe(3);
  expect((await app.post('sequences:backfill', { collection: 'j_child', field: 'code' })).body.data).toMatchObject({
    numbered: 3,
  });
  const codes = (await model('j_parent').findAll()).map((row: any) => row.get('code')).sort();
  expect(codes).toEqual(['P-0001', 'P-0002', 'P-0003']);
  expect(await create('j_child')).toBe('P-0004');
});

onPostgres('unique at the parent, and a save there that breaks off', async () => {
  await collection(app, 'k_parent', [sequence('code', [text('P-'), integer()])]);
  await collection(app, 'k_child', [], { inherits: ['k_parent'] });
  expect(await create('k_child')).toBe('P-0001');
  const fail = (): void => {
    throw new Error('broken off');
  };
  app.app.db.on('fields.afterSave', fail);
  const refused = await update('k_parent', { patterns: [text('X-'), integer()], unique: true });
  app.app.db.off('fields.afterSave', fail);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect([await create('k_child'), await create('k_parent')]).toEqual(['P-0002', 'P-0003']);
  app.app.db.on('fields.afterSave', fail);
  const over = await app.agent
    .post('/api/collections/k_child/fields:create')
    .send(sequence('code', [text('C-'), integer()]));
  app.app.db.off('fields.afterSave', fail);
  expect(over.status).toBeGreaterThanOrEqual(400);
  expect([await create('k_child'), await create('k_parent')]).toEqual(['P-0004', 'P-0005']);
});

test('a field defined in code: preview, health, next number and old records', async () => {
  const defined = app.app.db.collection({
    name: 'code_defined',
    createdAt: true,
    fields: [
      { name: 'title', type: 'string' },
      { name: 'code', type: 'sequence', patterns: [text('D-'), integer()] } as never,
    ],
  });
  await defined.sync();
  const target = { collection: 'code_defined', field: 'code' };
  expect([await create('code_defined'), await create('code_defined')]).toEqual(['D-0001', 'D-0002']);
  const { data } = (await app.post('sequences:preview', { ...target, patterns: [text('E-'), integer()] })).body;
  expect([data.values[0], data.saved.next]).toEqual(['E-0003', 'D-0003']);
  await (defined.model as any).bulkCreate([{ title: 'old' }, { code: 'D-0007' }], { hooks: false });
  const [health] = (await app.post('sequences:health', target)).body.data;
  expect(health).toMatchObject({ total: 4, nulls: 1, behind: true, works: true });
  expect((await app.post('sequences:repair', target)).body.data.rows[0]).toMatchObject({
    action: 'raised',
    after: '7',
  });
  expect((await app.post('sequences:backfill', target)).body.data).toMatchObject({ numbered: 1 });
  expect((await app.post('sequences:setNext', { ...target, next: 20 })).status).toBe(200);
  expect(await create('code_defined')).toBe('D-0020');
});
