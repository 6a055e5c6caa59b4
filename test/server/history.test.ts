import supertest from 'supertest';
import { eventually } from '../eventually';
import type { TestApp } from '../harness';
import { collection, createApp, date, integer, sequence, signIn, text } from '../harness';

// sequence_changes: who changed what by hand; and numbering old records with a look ahead and with progress.

let app: TestApp;
beforeAll(async () => {
  app = await createApp({ acl: true, plugins: ['async-task-manager'] });
});
afterAll(() => app?.close());

const changes = async (name: string): Promise<any[]> =>
  (await app.get('sequenceChanges:list', { filter: JSON.stringify({ collection: name }) })).body.data;
const update = (name: string, values: object): Promise<any> =>
  app.agent.post(`/api/collections/${name}/fields:update`).query({ filterByTk: 'code' }).send(values) as never;
const saved = (name: string): any[] => app.app.db.getCollection(name).getField('code').options.patterns;
async function withoutNumbers(name: string, count: number): Promise<void> {
  const day = (i: number): Date => new Date(Date.UTC(2025, 11, 31) + (count - i) * 86_400_000);
  const records = Array.from({ length: count }, (_, i) => ({ title: `t${i}`, createdAt: day(i) }));
  await app.app.db.getCollection(name).model.bulkCreate(records as never, { hooks: false });
}

test('setting the next number: who, when, from, to; nothing when it is refused', async () => {
  await collection(app, 'c_next', [sequence('code', [integer()])]);
  await app.post('c_next:create', {});
  const [key] = saved('c_next').map((part) => part.options.key);
  const target = { collection: 'c_next', field: 'code' };
  expect((await app.post('sequences:setNext', { ...target, next: 1 })).status).toBe(409);
  expect((await app.post('sequences:setNext', { ...target, next: 50 })).status).toBe(200);
  expect((await app.post('sequences:setNext', { ...target, next: 7, force: true })).status).toBe(200);
  const [forced, set, made, ...rest] = await changes('c_next');
  expect(rest).toEqual([]);
  expect(set).toMatchObject({
    action: 'setNext',
    ...target,
    key,
    scope: '',
    period: '',
    from: '2',
    to: '50',
    detail: null,
  });
  expect(set).toMatchObject({ origin: 'http', status: 'succeeded', by: expect.stringMatching(/\w/) });
  expect(Number(set.byId)).toBe(1);
  expect(Math.abs(Date.now() - Date.parse(set.createdAt))).toBeLessThan(60_000);
  expect(forced).toMatchObject({ action: 'setNext', from: '50', to: '7', detail: { force: true } });
  expect(made).toMatchObject({ action: 'rules', from: null, to: '0001' });
  const one = await app.get('sequenceChanges:get', { filterByTk: set.id });
  expect(one.body.data).toMatchObject({ id: set.id, to: '50' });
});

test('saved rules: only what changed, before and after; other edits leave no trace', async () => {
  await collection(app, 'c_rules', [sequence('code', [text('A-'), integer()])]);
  const [prefix, counter] = saved('c_rules');
  await update('c_rules', { uiSchema: { title: 'Number' } });
  expect(await changes('c_rules')).toHaveLength(1);
  await update('c_rules', { patterns: [text('B-'), counter], unique: true });
  const [rules] = await changes('c_rules');
  expect(rules).toMatchObject({
    action: 'rules',
    field: 'code',
    from: 'A-0001',
    to: 'B-0001',
    origin: 'http',
    detail: {
      before: { patterns: [prefix, counter], unique: null },
      after: { patterns: [text('B-'), counter], unique: true },
    },
  });
  expect(Object.keys(rules.detail.after)).toEqual(['patterns', 'unique']);
  const refused = await update('c_rules', { patterns: [] });
  expect([refused.status, (await changes('c_rules')).length]).toEqual([400, 2]);
});

test('a save by code has no user', async () => {
  await collection(app, 'c_code', [sequence('code', [integer()])]);
  await app.app.db
    .getRepository('fields')
    .update({ filter: { collectionName: 'c_code', name: 'code' }, values: { timezone: 'Asia/Ho_Chi_Minh' } });
  const [change] = await changes('c_code');
  expect(change).toMatchObject({ action: 'rules', origin: 'code', byId: null, by: null });
  expect(change.detail).toEqual({ before: { timezone: null }, after: { timezone: 'Asia/Ho_Chi_Minh' } });
});

test('numbering old records: the look ahead is what then happens', async () => {
  await collection(app, 'c_old', [
    sequence('code', [date('YYYY-'), integer({ cycle: '0 0 1 1 *', scope: ['title'] })]),
  ]);
  await withoutNumbers('c_old', 25);
  await app.app.db.getCollection('c_old').model.update({ title: 'same' }, { where: {}, hooks: false });
  const target = { collection: 'c_old', field: 'code' };
  const ahead = (await app.post('sequences:backfill', { ...target, dryRun: true })).body.data;
  expect(ahead.total).toBe(25);
  expect(ahead.sample).toHaveLength(20);
  expect(ahead.sample[0]).toEqual({ id: expect.anything(), value: '2026-0001' });
  const { model } = app.app.db.getCollection('c_old');
  expect(await model.count({ where: { code: null } as never })).toBe(25);
  expect(await changes('c_old')).toHaveLength(1);
  expect((await app.post('sequences:backfill', target)).body.data).toEqual({ numbered: 25 });
  for (const { id, value } of ahead.sample) expect((await model.findByPk(id))?.get('code' as never)).toBe(value);
  const [change] = await changes('c_old');
  expect(change).toMatchObject({ action: 'backfill', status: 'succeeded', origin: 'http', detail: { numbered: 25 } });
  expect([Number(change.progressCurrent), Number(change.progressTotal)]).toEqual([25, 25]);
  expect((await app.post('sequences:backfill', { ...target, dryRun: true })).body.data).toEqual({
    total: 0,
    sample: [],
  });
});

test('numbering old records in the background: its progress and outcome can be followed', async () => {
  await collection(app, 'c_async', [sequence('code', [integer()])]);
  await withoutNumbers('c_async', 600);
  const target = { collection: 'c_async', field: 'code' };
  const { id, taskId } = (await app.post('sequences:backfill', { ...target, async: true })).body.data;
  expect(taskId).toMatch(/\w/);
  const get = async (): Promise<any> => (await app.get('sequenceChanges:get', { filterByTk: id })).body.data;
  expect(await get()).toMatchObject({ action: 'backfill', origin: 'task' });
  expect(Number((await get()).progressTotal)).toBe(600);
  await eventually(async () => expect((await get()).status).toBe('succeeded'), 60_000);
  expect(await get()).toMatchObject({ detail: { numbered: 600 } });
  expect(Number((await get()).progressCurrent)).toBe(600);
  expect((await app.post('c_async:create', {})).body.data.code).toBe('0601');
});

test('numbering old records goes on while others write', async () => {
  await collection(app, 'c_beside', [sequence('code', [integer()])]);
  await collection(app, 'c_others', []);
  await withoutNumbers('c_beside', 1200);
  const others = app.app.db.getCollection('c_others').model;
  let [written, ended] = [0, false];
  const writing = (async () => {
    for (; !ended; written += 1) await others.create({});
  })();
  const answer = await app.post('sequences:backfill', { collection: 'c_beside', field: 'code' });
  ended = true;
  await writing;
  expect(written).toBeGreaterThan(0);
  expect(answer.body.data).toEqual({ numbered: 1200 });
});

test.each([
  ['backfill', { collection: 'c_old' }, 400, 'field'],
  ['backfill', { collection: 'c_old', field: 'code', dryRun: 'perhaps' }, 400, 'dryRun'],
  ['backfill', { collection: 'c_old', field: 'nope', dryRun: true }, 404, undefined],
  ['backfill', { collection: 'c_old', field: 'nope', async: true }, 404, undefined],
])('sequences:%s with %j is refused', async (action, body, status, path) => {
  const refused = await app.post(`sequences:${action}`, body);
  expect([refused.status, refused.body.errors[0].path]).toEqual([status, path]);
});

test.each(['sequenceChanges', 'sequenceRepairs'])(
  'what a crash cut off does not stay under way in %s',
  async (name) => {
    const model = app.app.db.getCollection(name).model as any;
    const started = (minutes: number) =>
      model.create(
        {
          action: 'backfill',
          collection: 'c_old',
          field: 'code',
          origin: 'http',
          status: 'running',
          updatedAt: new Date(Date.now() - minutes * 60_000),
        },
        { silent: true },
      );
    const [cutOff, underWay] = [await started(3), await started(1)];
    const statusOf = async ({ id }: any) => (await app.get(`${name}:get`, { filterByTk: id })).body.data.status;
    expect([await statusOf(cutOff), await statusOf(underWay)]).toEqual(['failed', 'running']);
    await underWay.destroy();
  },
);

test('history is for admins to read, and for nobody to write', async () => {
  await app.post('users:create', {
    username: 'member1',
    email: 'member1@example.com',
    password: 'member123',
    roles: ['member'],
  });
  const member = supertest.agent(app.app.callback());
  await signIn(member, 'member1@example.com', 'member123');
  for (const action of ['list', 'get']) expect((await member.get(`/api/sequenceChanges:${action}`)).status).toBe(403);
  for (const action of ['create', 'update', 'destroy'])
    expect((await app.post(`sequenceChanges:${action}`, { action: 'x' })).status).toBeGreaterThanOrEqual(400);
  const bad = await app.get('sequenceChanges:get', { filterByTk: 'x' });
  expect([bad.status, bad.body.errors[0].path]).toEqual([400, 'filterByTk']);
});
