import type { TestApp } from '../harness';
import { collection, createApp, dialect, integer, sequence, text } from '../harness';

// A save of a field that breaks off half way leaves nothing of itself: no rule, no index, no counter, no history; and
// records go on being numbered by the rule that holds.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app?.close());

const update = (name: string, values: object): Promise<any> =>
  app.agent.post(`/api/collections/${name}/fields:update`).query({ filterByTk: 'code' }).send(values) as never;
const setFields = (name: string, fields: object[]): Promise<any> =>
  app.agent.post('/api/collections:setFields').query({ filterByTk: name }).send({ fields }) as never;
const stored = (name: string): Promise<any> =>
  app.app.db.getRepository('fields').findOne({ filter: { collectionName: name, name: 'code' } });

/** All that a save of a field leaves behind, and the name of the index that makes it unique. */
async function traces(name: string): Promise<object> {
  const found = app.app.db.getCollection(name);
  const indexes: any[] = await app.app.db.sequelize
    .getQueryInterface()
    .showIndex(found.getTableNameWithSchema() as never)
    .then((list) => list as never);
  const changes = await app.get('sequenceChanges:list', { filter: JSON.stringify({ collection: name }) });
  const { patterns, unique, timezone, inputable } = found.getField('code')?.options ?? {};
  return {
    stored: (await stored(name)).get('options'),
    memory: { patterns, unique, timezone, inputable },
    indexes: indexes.filter(({ primary }) => !primary).map(({ name, unique }) => [name, unique]),
    counters: (await app.get('sequences:list', { collection: name })).body.data,
    history: changes.body.data,
  };
}

const CHANGE = { patterns: [text('B-'), integer({ digits: 6, scope: ['title'] }), integer()], timezone: 'Asia/Tokyo' };

describe.each(['fields.beforeSave', 'fields.afterUpdate', 'fields.afterSave', 'fields.afterSaveWithAssociations'])(
  'broken off in %s',
  (event) => {
    const name = `r_${event.slice(7).toLowerCase()}`;
    const failing = async (save: () => Promise<any>): Promise<any> => {
      const fail = (field: any): void => {
        if (field.get('name') === 'code') throw new Error('broken off');
      };
      app.app.db.on(event, fail);
      try {
        return await save();
      } finally {
        app.app.db.off(event, fail);
      }
    };
    beforeAll(async () => {
      await collection(app, name, [sequence('code', [text('A-'), integer()])]);
      await app.post(`${name}:create`, {});
    });

    test.each([
      ['rule', {}],
      ['unique', { unique: true }],
    ])('a change of the %s', async (_, more) => {
      const before = await traces(name);
      const refused = await failing(() => update(name, { ...CHANGE, ...more }));
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(await traces(name)).toEqual(before);
      const { code } = (await app.post(`${name}:create`, {})).body.data;
      expect(code).toMatch(/^A-000\d$/);
    });

    test('unique taken away', async () => {
      expect((await update(name, { unique: true })).status).toBe(200);
      const before = await traces(name);
      expect((await failing(() => update(name, { ...CHANGE, unique: false }))).status).toBeGreaterThanOrEqual(400);
      expect(await traces(name)).toEqual(before);
      expect((await app.post(`${name}:create`, {})).body.data.code).toMatch(/^A-000\d$/);
      expect((await update(name, { unique: false })).status).toBe(200);
    });

    test('several fields at once', async () => {
      const before = await traces(name);
      const fields = [
        { name: 'title', type: 'string', interface: 'input' },
        { name: 'createdAt', type: 'date', interface: 'createdAt', field: 'createdAt' },
        { ...sequence('code', CHANGE.patterns), unique: true },
      ];
      expect((await failing(() => setFields(name, fields))).status).toBeGreaterThanOrEqual(400);
      expect(await traces(name)).toEqual(before);
      expect((await app.post(`${name}:create`, {})).body.data.code).toMatch(/^A-000\d$/);
    });
  },
);

(dialect === 'sqlite' ? test.skip : test)(
  'values that come to stand twice while the field is made unique',
  async () => {
    await collection(app, 'r_race', [sequence('code', [text('A-'), integer()])]);
    await app.post('r_race:create', {});
    const before = await traces('r_race');
    const { model } = app.app.db.getCollection('r_race');
    const race = async (): Promise<void> => {
      app.app.db.off('fields.beforeUpdate', race);
      await model.bulkCreate([{ code: 'T' }, { code: 'T' }] as never, { hooks: false });
    };
    app.app.db.on('fields.beforeUpdate', race);
    const refused = await update('r_race', { ...CHANGE, unique: true });
    expect(refused.status).toBe(400);
    expect(await traces('r_race')).toEqual(before);
    expect((await app.post('r_race:create', {})).body.data.code).toBe('A-0002');
  },
);

test('a field that was to be made, or removed', async () => {
  await collection(app, 'r_made', [sequence('code', [text('A-'), integer()])]);
  await app.post('r_made:create', {});
  const before = await traces('r_made');
  const fail = (): void => {
    throw new Error('broken off');
  };
  app.app.db.on('fields.afterDestroy', fail);
  const kept = await app.agent.post('/api/collections/r_made/fields:destroy').query({ filterByTk: 'code' });
  app.app.db.off('fields.afterDestroy', fail);
  expect(kept.status).toBeGreaterThanOrEqual(400);
  if (dialect === 'postgres') {
    expect(await traces('r_made')).toEqual(before);
    expect((await app.post('r_made:create', {})).body.data.code).toBe('A-0002');
  }
  app.app.db.on('fields.afterSave', fail);
  const other = await app.agent.post('/api/collections/r_made/fields:create').send(sequence('other', [integer()]));
  app.app.db.off('fields.afterSave', fail);
  expect(other.status).toBeGreaterThanOrEqual(400);
  expect(app.app.db.getCollection('r_made').getField('other')).toBeUndefined();
  expect((await app.get('sequences:list', { collection: 'r_made', field: 'other' })).body.data).toEqual([]);
  expect((await app.post('r_made:create', {})).status).toBe(200);
});
