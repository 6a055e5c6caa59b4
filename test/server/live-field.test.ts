import type { TestApp } from '../harness';
import { collection, createApp, date, integer, sequence, text } from '../harness';

// Editing a field that is in use: its counters survive, and Unique becomes true in the database.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app?.close());

const update = (name: string, values: object): Promise<any> =>
  app.agent.post(`/api/collections/${name}/fields:update`).query({ filterByTk: 'code' }).send(values) as never;
const save = async (name: string, patterns: object[]): Promise<void> => {
  const answer = await update(name, { patterns });
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
};
const create = async (name: string): Promise<string> => (await app.post(`${name}:create`, {})).body.data.code;
const keysOf = (name: string): number[] =>
  app.app.db
    .getCollection(name)
    .getField('code')
    .options.patterns.flatMap((part: any) => part.options.key ?? []);

test('a type round trip over several saves gives a counter its key back', async () => {
  await collection(app, 'k_trip', [sequence('code', [text('T-'), integer()])]);
  await create('k_trip');
  await create('k_trip');
  const [key] = keysOf('k_trip');
  await save('k_trip', [text('T-'), date('YYYY')]);
  expect(keysOf('k_trip')).toEqual([]);
  await save('k_trip', [text('NEW-'), integer({ digits: 5 })]);
  expect(keysOf('k_trip')).toEqual([key]);
  expect(await create('k_trip')).toBe('NEW-00003');
});

test('a counter that is removed and added again goes on, also with other options', async () => {
  await collection(app, 'k_again', [sequence('code', [integer({ cycle: '0 0 1 1 *' }), date('YYYY')])]);
  await create('k_again');
  const [key] = keysOf('k_again');
  await save('k_again', [date('YYYY'), text('/'), integer()]);
  expect(keysOf('k_again')).toEqual([key]);
  expect((await create('k_again')).slice(5)).toBe('0002');
});

test('two counters never share a key, and each gets its own back by how it counts', async () => {
  await collection(app, 'k_two', [
    sequence('code', [integer(), text('/'), integer({ digits: 2, cycle: '0 0 1 1 *' }), date('-YYYY')]),
  ]);
  await create('k_two');
  const [all, yearly] = keysOf('k_two');
  expect(all).not.toBe(yearly);
  const year = date('YYYY-');
  await save('k_two', [year, integer({ digits: 2, cycle: '0 0 1 1 *' }), text('/'), integer()]);
  expect(keysOf('k_two')).toEqual([yearly, all]);
  await save('k_two', [year]);
  await save('k_two', [year, integer(), text('/'), integer({ digits: 2, cycle: '0 0 1 1 *' }), text('/'), integer()]);
  const keys = keysOf('k_two');
  expect(keys.slice(0, 2)).toEqual([all, yearly]);
  expect(new Set(keys).size).toBe(3);
  const shared = await update('k_two', { patterns: [integer({ key: all }), text('/'), integer({ key: all })] });
  expect([shared.status, shared.body.errors[0].path]).toEqual([400, 'patterns[2].options.key']);
});

const unique = async (name: string): Promise<boolean> => {
  const { model } = app.app.db.getCollection(name);
  const values = { code: 'twice' };
  try {
    await model.bulkCreate([values, values] as never, { hooks: false });
    await model.destroy({ where: values as never });
    return false;
  } catch (error) {
    expect((error as Error).name).toBe('SequelizeUniqueConstraintError');
    return true;
  }
};

test('unique turned on later holds in the database, through edits, until it is turned off', async () => {
  await collection(app, 'u_http', [sequence('code', [text('U-'), integer()])]);
  await create('u_http');
  expect(await unique('u_http')).toBe(false);
  expect((await update('u_http', { unique: true })).status).toBe(200);
  expect(await unique('u_http')).toBe(true);
  await save('u_http', [text('V-'), integer()]);
  expect(await unique('u_http')).toBe(true);
  expect((await update('u_http', { unique: false })).status).toBe(200);
  expect(await unique('u_http')).toBe(false);
  expect((await update('u_http', { unique: true })).status).toBe(200);
  expect(await unique('u_http')).toBe(true);
});

test('a field made unique goes back, too', async () => {
  await collection(app, 'u_born', [sequence('code', [text('U-'), integer()], { unique: true })]);
  expect(await unique('u_born')).toBe(true);
  expect((await update('u_born', { unique: false })).status).toBe(200);
  expect(await unique('u_born')).toBe(false);
});

test('a save by code does the same, and is refused for the same reasons', async () => {
  await collection(app, 'u_code', [sequence('code', [text('U-'), integer()])]);
  const set = (values: object): Promise<unknown> =>
    app.app.db.getRepository('fields').update({ filter: { collectionName: 'u_code', name: 'code' }, values });
  const { model } = app.app.db.getCollection('u_code');
  await model.bulkCreate([{ code: 'U-0001' }, { code: 'U-0001' }] as never, { hooks: false });
  await expect(set({ unique: true })).rejects.toMatchObject({
    status: 400,
    faults: [expect.objectContaining({ path: 'unique', code: 'DUPLICATES' })],
  });
  expect(await unique('u_code')).toBe(false);
  await model.destroy({ where: { code: 'U-0001' } as never });
  await set({ unique: true });
  expect(await unique('u_code')).toBe(true);
  expect(app.app.db.getCollection('u_code').getField('code').options.unique).toBe(true);
  await set({ unique: false });
  expect(await unique('u_code')).toBe(false);
});
