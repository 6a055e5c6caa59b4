import type { TestApp } from '../harness';
import { collection, createApp, integer, sequence, text } from '../harness';

// Patterns that are none, by every way in which a field is saved: a 400 that names the place, and nothing half saved.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
  await collection(app, 'm_live', [sequence('code', [text('A-'), integer()])]);
  await app.post('m_live:create', {});
});
afterAll(() => app?.close());

const BASE = [
  { name: 'title', type: 'string', interface: 'input' },
  { name: 'createdAt', type: 'date', interface: 'createdAt', field: 'createdAt' },
];
const field = (patterns: unknown): object => {
  const { patterns: _, ...rest } = sequence('code', []) as Record<string, unknown>;
  return patterns === LEFT_OUT ? rest : { ...rest, patterns };
};
const LEFT_OUT = Symbol('left out');
const BAD: Array<[string, unknown, string]> = [
  ['left out', LEFT_OUT, 'patterns'],
  ['null', null, 'patterns'],
  ['text', 'A-', 'patterns'],
  ['a number', 7, 'patterns'],
  ['an object', { type: 'integer' }, 'patterns'],
  ['empty', [], 'patterns'],
  ['null among the parts', [text('A-'), null, integer()], 'patterns[1]'],
  ['a list among the parts', [[integer()], integer()], 'patterns[0]'],
  ['text among the parts', ['integer'], 'patterns[0]'],
  ['options that are text', [{ type: 'integer', options: 'digits' }], 'patterns[0].options'],
];
const post = (action: string, query: object, body: object): Promise<any> =>
  app.agent.post(`/api/${action}`).query(query).send(body) as never;

/** The ways to save a field of a collection that is there; `key`: that of the stored field. */
const WAYS: Array<[string, (patterns: unknown, key: string) => Promise<any>, boolean]> = [
  [
    'collections.fields:update',
    (p) => post('collections/m_live/fields:update', { filterByTk: 'code' }, field(p)),
    true,
  ],
  ['fields:update', (p, key) => post('fields:update', { filterByTk: key }, field(p)), true],
  [
    'fields:update by a filter',
    (p) => post('fields:update', { filter: JSON.stringify({ collectionName: 'm_live', name: 'code' }) }, field(p)),
    true,
  ],
  [
    'collections:setFields',
    (p) => post('collections:setFields', { filterByTk: 'm_live' }, { fields: [...BASE, field(p)] }),
    true,
  ],
  ['fields:apply', (p) => post('fields:apply', {}, { collectionName: 'm_live', ...field(p) }), true],
  ['collections:apply', (p) => post('collections:apply', {}, { name: 'm_live', fields: [...BASE, field(p)] }), true],
];

async function traces(): Promise<object> {
  const { patterns } = app.app.db.getCollection('m_live').getField('code')?.options ?? {};
  const rows = await app.app.db.getRepository('fields').find({ filter: { collectionName: 'm_live' }, sort: ['key'] });
  return {
    patterns,
    stored: rows.map((row: any) => [row.get('key'), row.get('options')?.patterns]),
    counters: (await app.get('sequences:list', { collection: 'm_live' })).body.data,
    history: (await app.get('sequenceChanges:list', { filter: JSON.stringify({ collection: 'm_live' }) })).body.data,
  };
}

describe.each(WAYS)('%s', (_, send) => {
  test.each(BAD)('patterns %s', async (kind, patterns, path) => {
    const { key } = (await app.app.db
      .getRepository('fields')
      .findOne({ filter: { collectionName: 'm_live', name: 'code' } }))!.get();
    const before = await traces();
    const answer = await send(patterns, key);
    if (kind === 'left out') {
      expect([200, 400]).toContain(answer.status);
    } else {
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0]).toMatchObject({ path, message: expect.stringMatching(/^[^{]+$/) });
    }
    expect(await traces()).toEqual(before);
    expect((await app.post('m_live:create', {})).body.data.code).toMatch(/^A-\d{4}$/);
  });
});

// The platform itself cannot read such a request, whatever the fields are; what matters is that nothing comes of it.
test.each(BAD)('collections:update, patterns %s', async (_, patterns) => {
  const before = await traces();
  const fields = [...BASE, field(patterns)];
  const query = { filterByTk: 'm_live', updateAssociationValues: ['fields'] };
  expect((await post('collections:update', query, { fields })).status).toBeGreaterThanOrEqual(400);
  expect(await traces()).toEqual(before);
  expect((await app.post('m_live:create', {})).body.data.code).toMatch(/^A-\d{4}$/);
});

const NEW: Array<[string, (name: string, patterns: unknown) => Promise<any>]> = [
  [
    'collections:create',
    (name, p) => post('collections:create', {}, { name, autoGenId: true, fields: [...BASE, field(p)] }),
  ],
  ['collections:apply', (name, p) => post('collections:apply', {}, { name, title: name, fields: [field(p)] })],
];

describe.each(NEW)('a new collection by %s', (_, send) => {
  test.each(BAD)('patterns %s', async (kind, patterns, path) => {
    const name = `m_new_${Math.random().toString(36).slice(2, 8)}`;
    const answer = await send(name, patterns);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]).toMatchObject({ path, message: expect.stringMatching(/^[^{]+$/) });
    expect(app.app.db.hasCollection(name)).toBe(false);
    expect(await app.app.db.getRepository('collections').count({ filter: { name } })).toBe(0);
    expect((await app.get('sequences:list', { collection: name })).body.data).toEqual([]);
  });
});
