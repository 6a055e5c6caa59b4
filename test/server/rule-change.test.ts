import type { TestApp } from '../harness';
import { collection, createApp, date, dialect, integer, sequence } from '../harness';

// A field that begins to count otherwise, with other transactions held open beside it.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app?.close());

// SQLite has one writer at a time, so nobody is held open beside another.
const withServer = dialect === 'sqlite' ? test.skip : test;

const YEARLY = '0 0 1 1 *';
const MONTHLY = '0 0 1 * *';
const repository = (name: string): any => app.app.db.getRepository(name);
const begin = (): Promise<any> => app.app.db.sequelize.transaction() as never;
const post = async (name: string, values: object = {}): Promise<string> =>
  (await app.post(`${name}:create`, values)).body.data.code;
const create = async (name: string, values: object, transaction?: unknown): Promise<string> =>
  (await repository(name).create({ values, transaction })).get('code');
const inMay = (name: string, transaction?: unknown): Promise<string> =>
  create(name, { createdAt: new Date('2026-05-05T12:00:00Z') }, transaction);
/** As MySQL and MariaDB have it, all later reads of the transaction see what is there now. */
const readOnce = (name: string, transaction: unknown): Promise<unknown> => repository(name).count({ transaction });

async function rules(name: string, options: object): Promise<object[]> {
  const { key } = app.app.db.getCollection(name).getField('code').options.patterns[1].options;
  return [date('YYYY-'), integer({ key, ...options })];
}

async function change(name: string, options: object): Promise<void> {
  const patterns = await rules(name, options);
  const answer = await app.agent.post(`/api/collections/${name}/fields:update?filterByTk=code`).send({ patterns });
  expect(answer.status).toBe(200);
}

const numbersOf = async (name: string): Promise<string[]> =>
  (await repository(name).find({ sort: 'id' })).map((record: any) => record.get('code').replace(/^\d+-/, ''));

withServer('a change sees the numbers that came after its transaction began', async () => {
  await collection(app, 'rc_change', [sequence('code', [date('YYYY-'), integer({ cycle: YEARLY })])]);
  await inMay('rc_change');
  await change('rc_change', { cycle: MONTHLY });
  await inMay('rc_change');
  const changing = await begin();
  await readOnce('rc_change', changing);
  await inMay('rc_change');
  await repository('fields').update({
    filter: { collectionName: 'rc_change', name: 'code' },
    values: { patterns: await rules('rc_change', { cycle: YEARLY }) },
    transaction: changing,
    context: {},
  });
  await changing.commit();
  await inMay('rc_change');
  expect(await numbersOf('rc_change')).toEqual(['0001', '0002', '0003', '0004']);
});

withServer('a period is opened after all numbers given since the save began', async () => {
  await collection(app, 'rc_open', [sequence('code', [date('YYYY-'), integer({ cycle: YEARLY })])]);
  await inMay('rc_open');
  const old = await begin();
  await readOnce('rc_open', old);
  await inMay('rc_open');
  await change('rc_open', { cycle: MONTHLY });
  await inMay('rc_open', old);
  await old.commit();
  await inMay('rc_open');
  expect(await numbersOf('rc_open')).toEqual(['0001', '0002', '0003', '0004']);
});

withServer('a scope is opened after all numbers given since the save began', async () => {
  await collection(app, 'rc_scope', [sequence('code', [date('YYYY-'), integer()])]);
  await post('rc_scope', { title: 'a' });
  const old = await begin();
  await readOnce('rc_scope', old);
  await post('rc_scope', { title: 'a' });
  await change('rc_scope', { scope: ['title'] });
  await create('rc_scope', { title: 'a' }, old);
  await old.commit();
  expect(await numbersOf('rc_scope')).toEqual(['0001', '0002', '0003']);
});

withServer('a save that began before the change finds a counter that came meanwhile', async () => {
  await collection(app, 'rc_beside', [sequence('code', [date('YYYY-'), integer({ cycle: YEARLY })])]);
  await inMay('rc_beside');
  const old = await begin();
  await readOnce('rc_beside', old);
  await change('rc_beside', { cycle: MONTHLY });
  await inMay('rc_beside');
  await change('rc_beside', { cycle: YEARLY });
  await inMay('rc_beside');
  await change('rc_beside', {});
  await inMay('rc_beside', old);
  await old.commit();
  await inMay('rc_beside');
  expect(await numbersOf('rc_beside')).toEqual(['0001', '0002', '0003', '0004', '0005']);
});

withServer('no counter is opened by the old rules while they are changed', async () => {
  await collection(app, 'rc_gate', [sequence('code', [date('YYYY-'), integer()])]);
  await post('rc_gate', { title: 'a' });
  await change('rc_gate', { scope: ['title'] });
  const held = hold('fields.beforeSave');
  const changing = change('rc_gate', {});
  await held.reached;
  const old = await begin();
  const numbered = (async () => {
    for (let i = 0; i < 3; i++) await create('rc_gate', { title: 'b' }, old);
  })().then(
    () => old.commit(),
    () => old.rollback(),
  );
  await Promise.race([numbered, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  held.release();
  await changing;
  await Promise.all([post('rc_gate', { title: 'a' }), post('rc_gate', { title: 'b' }), numbered]);
  const given = await numbersOf('rc_gate');
  expect(new Set(given).size).toBe(given.length);
});

/** Stops the next event of that name, after all listeners of the app, until it is released. */
function hold(event: string): { reached: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => {
    const stop = async (): Promise<void> => {
      app.app.db.off(event, stop);
      resolve();
      await released;
    };
    app.app.db.on(event, stop);
  });
  return { reached, release };
}
