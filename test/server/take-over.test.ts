import type { TestApp } from '../harness';
import { PLUGIN, collection, createApp, date, dialect, freshDatabase, integer, sequence, text } from '../harness';

// The built-in field's collections, counters and faults, before, during and after our plugin.

const q = (app: TestApp, name: string): string => app.app.db.sequelize.getQueryInterface().quoteIdentifier(name);
const listeners = (app: TestApp): number[] => [
  app.app.db.listenerCount('fields.beforeSave'),
  app.app.db.listenerCount('fields.afterDestroy'),
  app.app.listenerCount('repair'),
];

/** An app in which a person enabled the plugin, so that it can be disabled the same way. */
async function enabled(): Promise<TestApp> {
  const app = await createApp({ bare: true });
  await app.app.pm.enable(PLUGIN);
  return app;
}

/** An app with the built-in field, as users have it, on a database that a second app then takes over. */
async function withBuiltIn(prepare: (app: TestApp) => Promise<void>): Promise<Record<string, unknown>> {
  const database = freshDatabase();
  const app = await createApp({ bare: true, database, keep: true });
  try {
    await prepare(app);
  } finally {
    await app.close();
  }
  return database;
}

const onPostgres = dialect === 'postgres' ? test : test.skip;

const indexes = async (app: TestApp): Promise<any[]> =>
  (await app.app.db.sequelize
    .getQueryInterface()
    .showIndex(app.app.db.getCollection('sequences').getTableNameWithSchema() as never)) as any[];

test('existing fields go on with their number; duplicate and orphan counters do no harm', async () => {
  const database = await withBuiltIn(async (app) => {
    await collection(app, 't_orders', [sequence('code', [text('T-'), integer()])]);
    await collection(app, 't_years', [sequence('code', [date('YYYY'), integer({ cycle: '0 0 1 1 *' })])]);
    for (let i = 0; i < 3; i++) await app.post('t_orders:create', {});
    for (let i = 0; i < 2; i++) await app.post('t_years:create', {});
    const key = app.app.db.getCollection('t_orders').getField('code').options.patterns[1].options.key;
    const repository = app.app.db.getRepository('sequences');
    await repository.create({ values: { collection: 't_orders', field: 'code', key, current: 7 } });
    await repository.create({ values: { collection: 't_gone', field: 'code', key: 1, current: 9 } });
    await repository.create({ values: { collection: 't_gone', field: 'code', key: 1, current: 2 } });
    await repository.create({ values: { collection: 't_none', field: 'code', current: 1 } });
    await repository.create({ values: { collection: 't_none', field: 'code', current: 2 } });
  });
  const app = await createApp({ database, start: 'upgrade' });
  try {
    expect((await indexes(app)).some((index) => index.name === 'sequences_counter_uk' && index.unique)).toBe(true);
    expect((await app.post('t_orders:create', {})).body.data.code).toBe('T-0008');
    expect((await app.post('t_years:create', {})).body.data.code).toBe(`${new Date().getUTCFullYear()}0003`);
    const rows = (await app.get('sequences:list')).body.data;
    expect(rows.filter((row: any) => row.collection === 't_gone').map((row: any) => row.current)).toEqual(['9']);
    expect(rows.filter((row: any) => row.collection === 't_years').map((row: any) => row.period)).toEqual([
      `${new Date().getUTCFullYear()}-01-01T00:00:00.000Z`,
    ]);
  } finally {
    await app.close();
  }
});

test('the built-in listeners are gone: each thing is done once', async () => {
  const bare = await createApp({ bare: true });
  const without = listeners(bare);
  await bare.close();
  const app = await createApp();
  try {
    expect(listeners(app)).toEqual(without);
    const plugin: any = app.app.pm.get(PLUGIN);
    await collection(app, 't_once', [sequence('code', [integer()])]);
    await app.post('t_once:create', {});
    await app.app.emitAsync('repair', {});
    expect(await app.app.db.getRepository('sequenceRepairs').count()).toBe(1);
    expect(plugin.segments.types()).toContain('integer');
  } finally {
    await app.close();
  }
});

test('enabling in a running app works the first time and needs no restart by hand', async () => {
  const database = freshDatabase();
  const app = await createApp({ database, plugins: [], bare: true });
  try {
    await collection(app, 't_live', [sequence('code', [integer()])]);
    for (let i = 0; i < 2; i++) await app.post('t_live:create', {});
    const key = app.app.db.getCollection('t_live').getField('code').options.patterns[0].options.key;
    await app.app.db
      .getRepository('sequences')
      .create({ values: { collection: 't_live', field: 'code', key, current: 1 } });
    await app.app.pm.enable(PLUGIN);
    expect((await app.post('t_live:create', {})).body.data.code).toBe('0003');
    expect((await indexes(app)).some((index) => index.name === 'sequences_counter_uk')).toBe(true);
  } finally {
    await app.close();
  }
});

onPostgres('in the default schema, as most apps are, enabling and starting again work too', async () => {
  const name = `plain_${process.pid}`;
  const admin = await createApp({ bare: true });
  await admin.app.db.sequelize.query(`CREATE DATABASE ${name}`);
  await admin.close();
  const database = { ...freshDatabase(), schema: undefined, database: name };
  const first = await createApp({ bare: true, database, keep: true });
  await first.app.pm.enable(PLUGIN);
  await collection(first, 't_public', [sequence('code', [integer()])]);
  expect((await first.post('t_public:create', {})).body.data.code).toBe('0001');
  await first.close();
  const second = await createApp({ database, start: 'start' });
  try {
    expect((await indexes(second)).filter((index) => index.name === 'sequences_counter_uk')).toHaveLength(1);
    expect((await second.post('t_public:create', {})).body.data?.code).toBe('0002');
  } finally {
    await second.close();
  }
});

test('a lost unique index is noticed at the next start and made again', async () => {
  const database = freshDatabase();
  const first = await createApp({ database, keep: true });
  const table = first.app.db.getCollection('sequences').quotedTableName();
  const schema = first.app.db.options.schema ? `"${first.app.db.options.schema}".` : '';
  await first.app.db.sequelize.query(
    dialect === 'postgres'
      ? `DROP INDEX ${schema}sequences_counter_uk`
      : dialect === 'sqlite'
        ? 'DROP INDEX sequences_counter_uk'
        : `DROP INDEX sequences_counter_uk ON ${table}`,
  );
  for (const current of [4, 6]) {
    await first.app.db.sequelize.query(
      `INSERT INTO ${table} (${['collection', 'field', 'key', 'scope', 'period', 'current', 'createdAt', 'updatedAt'].map((name) => q(first, name)).join(', ')})
       VALUES ('t_x', 'code', 1, '', '', ${current}, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)`,
    );
  }
  await first.close();
  const second = await createApp({ database, start: 'start' });
  try {
    expect((await indexes(second)).some((index) => index.name === 'sequences_counter_uk' && index.unique)).toBe(true);
    expect(
      (await second.get('sequences:list', { collection: 't_x' })).body.data.map((row: any) => row.current),
    ).toEqual(['6']);
  } finally {
    await second.close();
  }
});

test('disabling is refused with the fields the built-in type cannot serve', async () => {
  const app = await enabled();
  try {
    await collection(app, 't_scope', [
      { name: 'kind', type: 'string' },
      sequence('code', [integer({ scope: ['kind'] })]),
    ]);
    await collection(app, 't_part', [
      { name: 'kind', type: 'string' },
      sequence('code', [{ type: 'field', options: { path: 'kind' } }, integer()]),
    ]);
    await collection(app, 't_long', [sequence('code', [integer({ digits: 1, start: 9 })])]);
    for (let i = 0; i < 2; i++) await app.post('t_long:create', {});
    const refusal: Error = await app.app.pm.disable(PLUGIN).then(
      () => new Error('was disabled'),
      (error: Error) => error,
    );
    for (const name of ['t_scope.code (scope)', 't_part.code (part "field")', 't_long.code (a number past its digits)'])
      expect(refusal.message).toContain(name);
    expect(app.app.pm.get(PLUGIN).enabled).toBe(true);
  } finally {
    await app.close();
  }
});

test('after disabling, the built-in field goes on with the right number', async () => {
  const app = await enabled();
  try {
    await collection(app, 't_plain', [sequence('code', [text('B-'), integer()])]);
    await collection(app, 't_yearly', [sequence('code', [date('YYYY'), integer({ cycle: '0 0 1 1 *' })])]);
    for (let i = 0; i < 3; i++) await app.post('t_plain:create', {});
    const year = new Date().getUTCFullYear();
    const create = (at: string): Promise<any> =>
      app.app.db.getRepository('t_yearly').create({ values: { createdAt: new Date(at) } });
    for (const at of [
      `${year - 1}-05-05T00:00:00Z`,
      `${year}-02-02T00:00:00Z`,
      `${year}-02-03T00:00:00Z`,
      `${year - 1}-06-06T00:00:00Z`,
    ])
      await create(at);
    await app.app.pm.disable(PLUGIN);
    expect((await app.post('sequences:preview', {})).status).toBe(404);
    expect((await app.post('t_plain:create', {})).body.data.code).toBe('B-0004');
    expect((await app.post('t_yearly:create', {})).body.data.code).toBe(`${year}0003`);
  } finally {
    await app.close();
  }
});

onPostgres(
  'counters that the built-in field kept apart by inheritance are brought together, and taken apart again',
  async () => {
    const database = await withBuiltIn(async (app) => {
      await collection(app, 't_base', [sequence('code', [text('I-'), integer()])]);
      await collection(app, 't_heir', [], { inherits: ['t_base'], fields: [] });
      for (let i = 0; i < 2; i++) await app.post('t_base:create', {});
      for (let i = 0; i < 5; i++) await app.post('t_heir:create', {});
    });
    const app = await createApp({ database, start: 'upgrade' });
    const next = async (name: string): Promise<string> => (await app.post(`${name}:create`, {})).body.data.code;
    try {
      expect([await next('t_base'), await next('t_heir'), await next('t_base')]).toEqual([
        'I-0006',
        'I-0007',
        'I-0008',
      ]);
      const owners = async (): Promise<string[]> =>
        (await app.get('sequences:list')).body.data.map((row: any) => row.collection);
      expect(await owners()).toEqual(['t_base']);
      const plugin: any = app.app.pm.get(PLUGIN);
      await plugin.beforeDisable();
      expect((await owners()).sort()).toEqual(['t_base', 't_heir']);
      expect((await app.get('sequences:list')).body.data.map((row: any) => row.current)).toEqual(['8', '8']);
    } finally {
      await app.close();
    }
  },
);

test('forced disabling rewrites what the built-in type does not know', async () => {
  const app = await enabled();
  process.env.SEQUENCE_FORCE_DISABLE = '1';
  try {
    await collection(app, 't_forced', [
      { name: 'kind', type: 'string' },
      sequence('code', [{ type: 'field', options: { path: 'kind' } }, text('-'), integer({ digits: 1, start: 9 })]),
    ]);
    for (let i = 0; i < 2; i++) await app.post('t_forced:create', { kind: 'K' });
    await app.app.pm.disable(PLUGIN);
    expect((await app.post('t_forced:create', { kind: 'K' })).body.data.code).toBe('-11');
  } finally {
    delete process.env.SEQUENCE_FORCE_DISABLE;
    await app.close();
  }
});

onPostgres('parent and children share one counter, also when repaired', async () => {
  const app = await createApp();
  try {
    await collection(app, 't_parent', [sequence('code', [text('SO'), integer()])]);
    await collection(app, 't_child', [], { inherits: ['t_parent'], fields: [] });
    const given = [];
    for (const name of ['t_parent', 't_child', 't_child', 't_parent'])
      given.push((await app.post(`${name}:create`, {})).body.data.code);
    expect(given).toEqual(['SO0001', 'SO0002', 'SO0003', 'SO0004']);
    await app.app.db.sequelize.query(`DELETE FROM ${app.app.db.getCollection('sequences').quotedTableName()}`);
    expect((await app.post('t_child:create', {})).body.data.code).toBe('SO0005');
    const { rows } = (await app.post('sequences:repair', {})).body.data;
    expect(rows.filter((row: any) => row.action !== 'skipped').map((row: any) => [row.collection, row.after])).toEqual([
      ['t_parent', '5'],
    ]);
    await app.agent.post('/api/collections:destroy').query({ filterByTk: 't_child' });
    expect((await app.post('t_parent:create', {})).body.data.code).toBe('SO0006');
  } finally {
    await app.close();
  }
});
