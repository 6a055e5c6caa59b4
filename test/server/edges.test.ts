import type { TestApp } from '../harness';
import { collection, createApp, date, integer, sequence } from '../harness';

// What people do now and then, and what went wrong when they did.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app?.close());

const code = (response: { body: any }): string => response.body.data.code;
const counters = async (name: string): Promise<any[]> =>
  (await app.get('sequences:list', { collection: name })).body.data;
const at = async (name: string, createdAt: string): Promise<string> =>
  (await app.app.db.getRepository(name).create({ values: { createdAt: new Date(createdAt) } })).get('code') as string;

test('a record that is saved again after its save was rolled back gets a number anew', async () => {
  await collection(app, 'e_again', [
    sequence('code', [integer()]),
    sequence('typed', [integer()], { inputable: true }),
    { name: 'name', type: 'string', unique: true },
  ]);
  await app.post('e_again:create', { name: 'a' });
  const record: any = app.app.db.getCollection('e_again').model.build({ name: 'a' } as never);
  const transaction = await app.app.db.sequelize.transaction();
  await expect(record.save({ transaction })).rejects.toThrow();
  await transaction.rollback();
  expect((await app.post('e_again:create', { name: 'b' })).body.data).toMatchObject({ code: '0002', typed: '0002' });
  record.set('name', 'c');
  await record.save();
  expect([record.get('code'), record.get('typed')]).toEqual(['0003', '0003']);
});

test('a bulk write with hooks for each record numbers each once', async () => {
  await collection(app, 'e_hooks', [sequence('code', [integer()])]);
  const { model } = app.app.db.getCollection('e_hooks');
  const made: any[] = (await model.bulkCreate([{}, {}, {}] as never, { individualHooks: true })) as never;
  expect(made.map((record) => record.get('code')).sort()).toEqual(['0001', '0002', '0003']);
  expect(code(await app.post('e_hooks:create', {}))).toBe('0004');
});

describe('a live field that counts otherwise for a while, then as before, repeats nothing:', () => {
  const yearly = '0 0 1 1 *';
  const save = async (name: string, integerOptions: object, options: object = {}): Promise<void> => {
    const { key } = app.app.db.getCollection(name).getField('code').options.patterns[1].options;
    const patterns = [date('YYYY'), integer({ key, ...integerOptions })];
    const response = await app.agent
      .post(`/api/collections/${name}/fields:update?filterByTk=code`)
      .send({ patterns, ...options });
    expect(response.status).toBe(200);
  };

  test('the reset', async () => {
    await collection(app, 'e_cycle', [sequence('code', [date('YYYY'), integer({ cycle: yearly })])]);
    const given = [];
    for (const cycle of [yearly, undefined, yearly, '0 0 1 * *', yearly]) {
      await save('e_cycle', { cycle });
      for (let i = 0; i < 2; i++) given.push(await at('e_cycle', '2026-05-05T12:00:00Z'));
    }
    expect(given).toEqual(Array.from({ length: 10 }, (_, i) => `2026${String(i + 1).padStart(4, '0')}`));
  });

  test('the time zone', async () => {
    await collection(app, 'e_zone', [sequence('code', [date('YYYY'), integer({ cycle: yearly })])]);
    const given = [];
    for (const timezone of [null, 'Asia/Shanghai', null]) {
      await save('e_zone', { cycle: yearly }, { timezone });
      for (let i = 0; i < 2; i++) given.push(await at('e_zone', '2026-05-05T12:00:00Z'));
    }
    expect(given).toEqual(['20260001', '20260002', '20260003', '20260004', '20260005', '20260006']);
  });

  test('the scope', async () => {
    await collection(app, 'e_scope', [sequence('code', [date('YYYY'), integer({ scope: ['title'] })])]);
    const given = [];
    for (const scope of [['title'], [], ['title']]) {
      await save('e_scope', { scope });
      given.push(code(await app.post('e_scope:create', { title: 'a' })).slice(4));
    }
    expect(given).toEqual(['0001', '0002', '0003']);
  });

  test('a late record after the reset came back', async () => {
    await collection(app, 'e_late', [sequence('code', [date('YYYY'), integer({ cycle: yearly })])]);
    await at('e_late', '2026-05-05T12:00:00Z');
    await save('e_late', {});
    await at('e_late', '2026-05-05T12:00:00Z');
    await save('e_late', { cycle: yearly });
    expect(await at('e_late', '2020-05-05T12:00:00Z')).toBe('20200001');
    expect(await at('e_late', '2026-05-05T12:00:00Z')).toBe('20260003');
    expect((await counters('e_late')).map(({ period, current }) => [period.slice(0, 4), current])).toEqual([
      ['2020', '1'],
      ['2026', '3'],
    ]);
  });
});
