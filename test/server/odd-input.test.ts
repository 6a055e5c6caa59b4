import type { TestApp } from '../harness';
import { collection, createApp, date, integer, sequence, text } from '../harness';

// Input that no editor sends: always a clear refusal or a right answer, at once, and never a write.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
  await collection(app, 'o_customers', [{ name: 'secret', type: 'json', interface: 'json' }]);
  await collection(app, 'o_orders', [
    sequence('code', [text('O-'), integer()]),
    { name: 'day', type: 'date', interface: 'datetime' },
    sequence('yearly', [date('YYYY', { field: 'day' }), integer({ cycle: '0 0 1 1 *' })]),
    { name: 'customer', type: 'belongsTo', interface: 'm2o', target: 'o_customers', foreignKey: 'customerId' },
  ]);
  await app.post('o_orders:create', {});
});
afterAll(() => app?.close());

const named = { collection: 'o_orders', field: 'code' };
const patterns = [text('O-'), integer()];
/** Its `toString` is no function, so that making it text throws. */
const textless = { toString: 1, valueOf: 1 };
const many = (count: number, part: object): object[] => Array.from({ length: count }, () => part);

async function refused(action: string, body: object): Promise<{ path: string; message: string }> {
  const begun = performance.now();
  const answer = await app.post(`sequences:${action}`, body);
  expect([answer.status, answer.body.errors?.[0]]).toEqual([
    400,
    expect.objectContaining({ path: expect.any(String) }),
  ]);
  expect(performance.now() - begun).toBeLessThan(2000);
  return answer.body.errors[0];
}

test.each([
  [{ count: textless }, 'count'],
  [{ patterns: [{ type: textless }] }, 'patterns[0].type'],
  [{ patterns: [integer({ digits: textless })] }, 'patterns[0].options.digits'],
  [{ patterns: [integer({ start: textless })] }, 'patterns[0].options.start'],
  [{ patterns: [integer({ base: textless, overflow: 'error' })] }, 'patterns[0].options.base'],
  [{ patterns: [{ type: 'randomChar', options: { charsets: [textless] } }] }, 'patterns[0].options.charsets'],
  [{ patterns: ['text'] }, 'patterns[0]'],
  [{ patterns: [null] }, 'patterns[0]'],
  [{ patterns: [[]] }, 'patterns[0]'],
  [{ patterns: [{ type: 'integer', options: '999' }] }, 'patterns[0].options'],
  [{ patterns: [{ type: 'integer', options: [1] }] }, 'patterns[0].options'],
  [{ patterns: many(10_000, integer({ cycle: '0 0 1 1 *' })) }, 'patterns'],
  [{ patterns: many(70_000, integer()) }, 'patterns'],
  [{ patterns: [date('YYYY'.repeat(20_000)), integer()] }, 'patterns[0].options.format'],
  [{ at: '+275760-09-12T23:59:59.000Z', patterns: [integer({ cycle: '0 0 1 1 *' })] }, 'at'],
  [{ at: '-271821-04-20T00:00:00.000Z', patterns: [integer({ cycle: '0 0 1 1 *' })] }, 'at'],
  [{ at: 8.64e15 }, 'at'],
])('a preview of %.80j names %s', async (body, path) => {
  expect((await refused('preview', { ...named, patterns, ...body })).path).toBe(path);
});

test('what is shown of odd input is cut short', async () => {
  const { message } = await refused('preview', { patterns: [{ type: 'x'.repeat(100_000) }] });
  expect(message.length).toBeLessThan(300);
});

test.each(['preview', 'duplicates', 'integrity', 'backfill', 'hint', 'health', 'repair', 'list'])(
  'sequences:%s takes no path of relations for a collection',
  async (action) => {
    for (const name of ['o_orders.customer', 'nope.000Z'])
      expect((await refused(action, { ...named, patterns, collection: name })).path).toBe('collection');
  },
);

test('a preview answers for the last and the first years', async () => {
  for (const at of ['9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z', '10000-01-01T00:00:00Z'])
    expect([200, 400]).toContain(
      (await app.post('sequences:preview', { patterns: [date('YYYY'), integer({ cycle: '0 0 1 1 *' })], at })).status,
    );
});

test('duplicates are told of numbers only, not of any column', async () => {
  for (const [name, field] of [
    ['o_customers', 'secret'],
    ['o_customers', 'title'],
    ['o_orders', 'id'],
  ])
    expect((await app.post('sequences:duplicates', { collection: name, field })).status).toBe(404);
});

test('a hint looks only at fields of the collection', async () => {
  for (const values of ['{"__proto__":{"a":1}}', '{"constructor":1,"toString":2}', '{"day":8.64e15}']) {
    const { status, body } = await app.get('sequences:hint', { ...named, values });
    expect([status, body.data]).toEqual([200, { value: 'O-0002' }]);
  }
});

test('a record of a date that no calendar reaches is refused, not an incident', async () => {
  const { status, body } = await app.post('o_orders:create', { day: '+275760-09-12T23:59:59.000Z' });
  expect([status, body.errors?.[0].code]).toEqual([400, 'SEQUENCE_DATE_TOO_FAR']);
  const hint = await app.get('sequences:hint', {
    collection: 'o_orders',
    field: 'yearly',
    values: JSON.stringify({ day: '+275760-09-12T23:59:59.000Z' }),
  });
  expect([hint.status, hint.body.data]).toEqual([200, { value: null }]);
});

test.each([
  { page: -1 },
  { page: 'x' },
  { sort: ['nope\u0000'] },
  { filter: '{"id":"x"}' },
  { filter: '{"collection.$x":1}' },
])('histories refuse %j', async (query) => {
  for (const name of ['sequenceChanges', 'sequenceRepairs']) {
    const { status, body } = await app.get(`${name}:list`, query);
    expect([200, 400]).toContain(status);
    if (status === 400) expect(body.errors[0].message).not.toMatch(/SQL|syntax|OFFSET/);
  }
});

test('saving refuses what a preview does', async () => {
  for (const broken of [many(70_000, integer()), ['text'], [{ type: 'integer', options: 'x' }], [{ type: textless }]]) {
    const answer = await app.agent
      .post('/api/collections/o_orders/fields:update')
      .query({ filterByTk: 'code' })
      .send({ patterns: broken });
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, expect.stringMatching(/^patterns/)]);
  }
});

test('resets of every second are found at once', async () => {
  const begun = performance.now();
  const { status } = await app.post('sequences:preview', {
    patterns: [date('YYYYMMDDHHmmss'), integer({ cycle: '* * * * * *' })],
  });
  expect([status, performance.now() - begun < 500]).toEqual([200, true]);
});
