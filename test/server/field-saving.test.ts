import type { TestApp } from '../harness';
import { collection, createApp, date, integer, sequence, text } from '../harness';

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
  await collection(app, 'f_base', []);
});
afterAll(() => app?.close());

const random = (options: object): object => ({ type: 'randomChar', options });
const save = (patterns: unknown, options: object = {}): Promise<any> =>
  app.agent
    .post('/api/collections/f_base/fields:create')
    .send(sequence('code', patterns as object[], options)) as never;

const BAD: Array<[string, unknown, string, object?]> = [
  ['no patterns', [], 'patterns'],
  ['patterns that are no list', 'x', 'patterns'],
  ['an unknown part', [{ type: 'nope' }], 'patterns[0].type'],
  ['a bad cron', [integer({ cycle: 'bogus cron' })], 'patterns[0].options.cycle'],
  ['a cron that never comes', [integer({ cycle: '0 0 30 2 *' })], 'patterns[0].options.cycle'],
  ['a blank cycle', [integer({ cycle: ' ' })], 'patterns[0].options.cycle'],
  ['an empty cycle', [integer({ cycle: '' })], 'patterns[0].options.cycle'],
  ['four cron fields', [integer({ cycle: '0 0 1 1' })], 'patterns[0].options.cycle'],
  ['a cron drawn by chance', [integer({ cycle: 'H 0 * * *' })], 'patterns[0].options.cycle'],
  ['no digits', [integer({ digits: 0 })], 'patterns[0].options.digits'],
  ['19 digits', [integer({ digits: 19 })], 'patterns[0].options.digits'],
  ['digits as text', [integer({ digits: '4' })], 'patterns[0].options.digits'],
  ['a negative start', [text('A'), integer({ start: -1 })], 'patterns[1].options.start'],
  [
    'a start past the digits with overflow: error',
    [integer({ digits: 1, start: 10, overflow: 'error' })],
    'patterns[0].options.start',
  ],
  ['an unknown overflow', [integer({ overflow: 'wrap' })], 'patterns[0].options.overflow'],
  ['a base of one', [integer({ base: 1 })], 'patterns[0].options.base'],
  ['empty text', [text(''), integer()], 'patterns[0].options.value'],
  ['text without options', [{ type: 'string' }, integer()], 'patterns[0].options.value'],
  ['an empty date format', [date(' '), integer()], 'patterns[0].options.format'],
  ['a date field that does not exist', [date('YYYY', { field: 'nope' }), integer()], 'patterns[0].options.field'],
  ['an unknown charset', [random({ length: 4, charsets: ['emoji'] })], 'patterns[0].options.charsets'],
  ['no charsets', [random({ length: 4, charsets: [] })], 'patterns[0].options.charsets'],
  ['no random length', [random({ length: 0 })], 'patterns[0].options.length'],
  ['a scope on a field that does not exist', [integer({ scope: ['nope'] })], 'patterns[0].options.scope'],
  ['a scope that is no list', [integer({ scope: 'title' })], 'patterns[0].options.scope'],
  ['a field part that names none', [{ type: 'field', options: {} }], 'patterns[0].options.path'],
  [
    'a field part on a field that does not exist',
    [{ type: 'field', options: { path: 'nope.name' } }, integer()],
    'patterns[0].options.path',
  ],
  ['two integers with one key', [integer({ key: 7 }), integer({ key: 7 })], 'patterns[1].options.key'],
  ['an unknown zone', [integer()], 'timezone', { timezone: 'Mars/Olympus' }],
];

test.each(BAD)('%s is a 400 that names the path, and nothing is saved', async (_, patterns, path, options = {}) => {
  const refused = await save(patterns, options);
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0]).toMatchObject({ path, message: expect.stringMatching(/\w/) });
  expect(JSON.stringify(refused.body)).not.toMatch(/select|insert|\{\{/i);
  expect(app.app.db.getCollection('f_base').getField('code')).toBeUndefined();
  expect(await app.app.db.getRepository('fields').count({ filter: { collectionName: 'f_base', name: 'code' } })).toBe(
    0,
  );
  expect((await app.get('sequences:list', { collection: 'f_base' })).body.data).toEqual([]);
});

test('every fault is named at once, also when the whole collection is made', async () => {
  const refused = await app.post('collections:create', {
    name: 'f_new',
    fields: [sequence('code', [text(''), integer({ digits: 0, scope: ['nope'] })])],
  });
  expect(refused.status).toBe(400);
  expect(refused.body.errors.map((error: any) => error.path)).toEqual([
    'patterns[0].options.value',
    'patterns[1].options.digits',
  ]);
  const unknown = await app.post('collections:create', {
    name: 'f_new',
    fields: [sequence('code', [integer({ scope: ['nope'] })])],
  });
  expect(unknown.body.errors.map((error: any) => error.path)).toEqual(['patterns[0].options.scope']);
  expect(app.app.db.hasCollection('f_new')).toBe(false);
  const fine = await app.post('collections:create', {
    name: 'f_new',
    autoGenId: true,
    fields: [sequence('code', [integer({ scope: ['kind'] })]), { name: 'kind', type: 'string' }],
  });
  expect(fine.status).toBe(200);
});

test('messages come in the language of the request', async () => {
  const refused = await app.agent
    .post('/api/collections/f_base/fields:create')
    .set('X-Locale', 'zh-CN')
    .send(sequence('code', [text(''), integer()]));
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0].message).toMatch(/[\u4e00-\u9fff]/);
});

test('a saved counter has a key, no junk, and a row for the built-in field', async () => {
  const junk = '__DO_NOT_USE_THIS_PROPERTY_index__';
  await collection(app, 'f_keys', [
    sequence('code', [
      { ...integer(), [junk]: 0 },
      { ...integer(), [junk]: 1 },
    ]),
  ]);
  const { patterns } = app.app.db.getCollection('f_keys').getField('code').options;
  expect(JSON.stringify(patterns)).not.toContain(junk);
  const keys = patterns.map((part: any) => part.options.key);
  expect(new Set(keys).size).toBe(2);
  const rows = (await app.get('sequences:list', { collection: 'f_keys' })).body.data;
  expect(rows.map((row: any) => row.key).sort()).toEqual([...keys].sort());
  expect(rows[0]).toMatchObject({ scope: '', period: '', current: null, next: '1' });
});

test('a sync of the fields from the database keeps the field a sequence', async () => {
  await collection(app, 'f_sync', [sequence('code', [text('Y-'), integer()], { unique: true })]);
  expect((await app.post('f_sync:create', {})).body.data.code).toBe('Y-0001');
  const key = app.app.db.getCollection('f_sync').getField('code').options.patterns[1].options.key;
  const synced = await app.post('mainDataSource:syncFields', { collections: ['f_sync'] });
  expect(synced.status).toBeLessThan(300);
  const field = app.app.db.getCollection('f_sync').getField('code');
  const stored = await app.app.db
    .getRepository('fields')
    .findOne({ filter: { collectionName: 'f_sync', name: 'code' } });
  expect([field.type, stored.get('type'), field.options.patterns?.[1].options.key]).toEqual([
    'sequence',
    'sequence',
    key,
  ]);
  expect((await app.post('f_sync:create', {})).body.data.code).toBe('Y-0002');
});

test('a number cannot depend on another number of its record', async () => {
  await collection(app, 'f_two', [sequence('first', [integer()])]);
  const refused = await app.agent
    .post('/api/collections/f_two/fields:create')
    .send(sequence('second', [{ type: 'field', options: { path: 'first' } }, integer()]));
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'patterns[0].options.path']);
});

test('a field that was required before the plugin came is no longer, nor open for input', async () => {
  await collection(app, 'f_required', [sequence('code', [integer()])]);
  const fields = app.app.db.getRepository('fields');
  const filter = { collectionName: 'f_required', name: 'code' };
  await fields.update({
    filter,
    values: {
      inputable: null,
      uiSchema: { type: 'string', required: true },
      validation: { type: 'string', rules: [{ key: 'r', name: 'required' }] },
    },
    hooks: false,
  });
  const plugin: any = app.app.pm.get('nocobase-plugin-sequence-outbox');
  await plugin.sequence.lifecycle.normaliseStored();
  const stored = await fields.findOne({ filter });
  expect(stored.get('inputable')).toBe(false);
  expect(stored.get('uiSchema')).toMatchObject({ required: false });
  expect(stored.get('validation')).toMatchObject({ rules: [] });
});

test('a counter that comes back without its key, or in another place, goes on where it was', async () => {
  await collection(app, 'f_edit', [sequence('code', [text('E'), integer()])]);
  for (let i = 0; i < 2; i++) await app.post('f_edit:create', {});
  const update = (patterns: object[]): Promise<any> =>
    app.agent.post('/api/collections/f_edit/fields:update').query({ filterByTk: 'code' }).send({ patterns }) as never;
  expect((await update([integer({ digits: 3 }), text('-E')])).status).toBe(200);
  expect((await app.post('f_edit:create', {})).body.data.code).toBe('003-E');
  const keys = (await app.get('sequences:list', { collection: 'f_edit' })).body.data.map((row: any) => row.key);
  expect(keys).toHaveLength(1);
});

test('a renamed field keeps its counter; a removed one, or one that is something else now, leaves none', async () => {
  await collection(app, 'f_life', [
    sequence('code', [integer()]),
    sequence('other', [integer()]),
    sequence('third', [integer()]),
  ]);
  await app.post('f_life:create', {});
  const fields = (filterByTk: string, action: string, body = {}): Promise<any> =>
    app.agent.post(`/api/collections/f_life/fields:${action}`).query({ filterByTk }).send(body) as never;
  expect((await fields('code', 'update', { name: 'number' })).status).toBe(200);
  expect((await app.post('f_life:create', {})).body.data.number).toBe('0002');

  expect((await fields('other', 'destroy')).status).toBe(200);
  expect((await app.get('sequences:list', { collection: 'f_life', field: 'other' })).body.data).toEqual([]);
  await app.agent.post('/api/collections/f_life/fields:create').send(sequence('other', [integer()]));
  expect((await app.post('f_life:create', {})).body.data.other).toBe('0001');

  await app.app.db
    .getRepository('fields')
    .update({ filter: { collectionName: 'f_life', name: 'third' }, values: { type: 'string', interface: 'input' } });
  expect((await app.get('sequences:list', { collection: 'f_life', field: 'third' })).body.data).toEqual([]);

  await app.agent.post('/api/collections:destroy').query({ filterByTk: 'f_life' });
  expect((await app.get('sequences:list', { collection: 'f_life' })).body.data).toEqual([]);
});

test('a stored pattern that cannot work does not stop the app, and creates say what is wrong', async () => {
  await collection(app, 'f_broken', [sequence('code', [integer()])]);
  const repository = app.app.db.getRepository('fields');
  await repository.update({
    filter: { collectionName: 'f_broken', name: 'code' },
    values: { patterns: [integer({ cycle: 'bogus', key: 1 })] },
    hooks: false,
  });
  const model: any = await app.app.db.getRepository('collections').findOne({ filter: { name: 'f_broken' } });
  await model.load();
  const refused = await app.post('f_broken:create', {});
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'patterns[0].options.cycle']);
  const { rows } = (await app.post('sequences:repair', { collection: 'f_broken' })).body.data;
  expect(rows[0]).toMatchObject({ action: 'skipped', reason: expect.stringContaining('cannot work') });
});

test('another plugin’s kind of part works like ours', async () => {
  const plugin: any = app.app.pm.get('nocobase-plugin-sequence-outbox');
  plugin.segments.register({
    type: 'stars',
    validate: (options: any) => (options.count > 0 ? [] : [{ message: 'Too few.', path: 'count' }]),
    render: (options: any) => '*'.repeat(options.count),
    matcher: (options: any) => `\\*{${options.count}}`,
  });
  expect(() => plugin.segments.register({ type: 'stars' })).toThrow(/already/);
  expect((await save([{ type: 'stars', options: { count: 0 } }, integer()])).body.errors[0].path).toBe(
    'patterns[0].options.count',
  );
  await collection(app, 'f_stars', [sequence('code', [{ type: 'stars', options: { count: 3 } }, integer()])]);
  expect((await app.post('f_stars:create', {})).body.data.code).toBe('***0001');
});
