import type { NewEnvelope } from '../../src/server/outbox/envelope';
import { ACTION, readEnvelope } from '../../src/server/outbox/envelope';
import type { Outbox } from '../../src/server/outbox/outbox';
import { newEventId } from '../../src/server/outbox/uuid';
import { eventually } from '../eventually';
import type { TestApp } from '../harness';
import { createApp, dialect, PLUGIN } from '../harness';

// The outbox itself: what is appended lives and dies with its transaction.

let app: TestApp;
let outbox: Outbox;
beforeAll(async () => {
  app = await createApp({ database: { underscored: true, tablePrefix: 'pre_' } });
  outbox = app.app.pm.get<any>(PLUGIN).outbox;
});
afterAll(() => app?.close());

const event = (subject: string, text = ''): NewEnvelope => ({
  specversion: '1.0',
  id: newEventId(),
  source: 'nocobase/main/1',
  type: 'Create_Thing',
  subject,
  time: '2026-01-01T00:00:00.123Z',
  datacontenttype: 'application/json',
  dataversion: '1',
  entitytypeid: 1,
  eventtypeid: 1,
  actiontypeid: ACTION.create,
  data: {
    recordId: '1',
    before: null,
    after: { text },
    changed: {},
    actorId: null,
    actor: null,
    requestId: null,
    atomic: true,
  },
});
const rows = async (subject: string): Promise<any[]> =>
  (await app.app.db.getRepository('outboxEvents').find({ filter: { subject }, sort: ['id'] })).map((row: any) =>
    row.get(),
  );

test('rows keep their order and the documented columns', async () => {
  const events = [event('1:a', 'ä😀\u0000\ud83d'), event('1:a', ":name ? $1 ' \\' -- x")];
  await outbox.append(events, null);
  const stored = await rows('1:a');
  expect(stored.map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id));
  expect(stored[0]).toMatchObject({ eventType: 'Create_Thing', attempts: 0, publishedAt: null });
  expect(Boolean(stored[0].published)).toBe(false);
  expect(new Date(stored[0].occurredAt).toISOString()).toBe('2026-01-01T00:00:00.123Z');
  expect(stored.map((row) => (readEnvelope(row).data as any).after.text)).toEqual([
    'ä😀\\u0000\\ud83d',
    ":name ? $1 ' \\' -- x",
  ]);
});

test('a rollback takes them, that of a savepoint too; the wake-up comes once after the whole commit', async () => {
  const { sequelize } = app.app.db;
  let woken = 0;
  const stop = outbox.onCommitted(() => woken++);
  await expect(
    sequelize.transaction(async (transaction) => {
      await outbox.append([event('1:b')], transaction);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await rows('1:b')).toEqual([]);
  expect(woken).toBe(0);
  await sequelize.transaction(async (transaction) => {
    await outbox.append([event('1:c')], transaction);
    const inner = await sequelize.transaction({ transaction });
    await outbox.append([event('1:d')], inner);
    await inner.rollback();
    const kept = await sequelize.transaction({ transaction });
    await outbox.append([event('1:e')], kept);
    await kept.commit();
    expect(woken).toBe(0);
  });
  await eventually(async () => expect(woken).toBe(1));
  expect([await rows('1:c'), await rows('1:d'), await rows('1:e')].map((list) => list.length)).toEqual([1, 0, 1]);
  stop();
});

test('texts of megabytes and thousands of rows go in', async () => {
  await outbox.append([event('1:f', 'é'.repeat(3_000_000)), event('1:f')], null);
  expect((await rows('1:f')).map((row) => (readEnvelope(row).data as any).after.text.length)).toEqual([3_000_000, 0]);
  await outbox.append(
    Array.from({ length: 3000 }, () => event('1:g')),
    null,
  );
  expect(await app.app.db.getRepository('outboxEvents').count({ filter: { subject: '1:g' } })).toBe(3000);
});

test('the indexes hold waiting rows only, also after the schema was brought up to date again', async () => {
  if (dialect !== 'postgres') return;
  await app.app.db.sync();
  const [found]: any = await app.app.db.sequelize.query(
    `SELECT indexdef FROM pg_indexes WHERE schemaname = '${String(app.app.db.options.schema)}' AND indexname LIKE '%outbox_events_%_idx' ORDER BY indexname`,
  );
  expect(found.map(({ indexdef }: any) => indexdef.replace(/^.*USING btree /, ''))).toEqual([
    '(published, partition, id) WHERE (published = false)',
    '(published, id) WHERE (published = false)',
  ]);
});

test('the epoch of the database stays', async () => {
  const repository = app.app.db.getRepository('outboxSettings');
  const epoch = (await repository.findOne({ filterByTk: 'epoch' }))?.get('value');
  expect(epoch).toMatch(/^[0-9a-f]{8}$/);
  await app.app.runCommandThrowError('restart');
  const after = await app.app.db.getRepository('outboxSettings').findOne({ filterByTk: 'epoch' });
  expect(after?.get('value')).toBe(epoch);
});
