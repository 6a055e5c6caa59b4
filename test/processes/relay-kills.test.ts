import type { NewEnvelope } from '../../src/server/outbox/envelope';
import type { TestApp } from '../harness';
import { createApp, dialect, freshDatabase } from '../harness';
import { LEASE_MS } from '../../src/server/relay/leases';
import { eventually } from '../eventually';
import { append, event, rowsOf, run } from '../events/events';
import type { NodeSettings, TestNode } from './nodes';
import { startNode } from './nodes';

const RESCUE_MS = 30_000;

/** The app of the test itself only writes events: it serves requests, not the relay. */
describe(`relays that end or stop in the middle on ${dialect}`, () => {
  const database = freshDatabase();
  const nodes: TestNode[] = [];
  let test: TestApp;

  const node = async (settings: Omit<NodeSettings, 'database'> = {}): Promise<TestNode> => {
    const started = await startNode({ database, effects: {}, ...settings });
    nodes.push(started);
    return started;
  };
  const settled = (milliseconds = RESCUE_MS): Promise<void> =>
    eventually(async () => {
      const off = dialect === 'postgres' ? 'false' : '0';
      expect(await rowsOf(test, 'outboxEvents', `WHERE published = ${off}`)).toHaveLength(0);
      expect(await rowsOf(test, 'failedDeliveries', `WHERE status <> 'done'`)).toHaveLength(0);
    }, milliseconds);
  /** Each event has one effect, and those of a record are in the order of their writing. */
  const check = async (events: NewEnvelope[]): Promise<void> => {
    const effects = (await test.app.db.sequelize.query('SELECT * FROM relay_test_effects ORDER BY n'))[0] as any[];
    const mine = effects.filter((row) => events.some((e) => e.id === row.event_id));
    expect(mine).toHaveLength(events.length);
    expect(new Set(mine.map((row) => row.event_id)).size).toBe(events.length);
    for (const subject of new Set(events.map((e) => e.subject))) {
      const expected = events.filter((e) => e.subject === subject).map((e) => e.id);
      expect(mine.filter((row) => row.subject === subject).map((row) => row.event_id)).toEqual(expected);
    }
  };
  const events = (count: number, records: number, name: string): NewEnvelope[] =>
    Array.from({ length: count }, (_, i) => event(`${name}-${i % records}`));

  beforeAll(async () => {
    process.env.OUTBOX_RETRY_BASE_MS = '50';
    process.env.WORKER_MODE = '!';
    test = await createApp({ database, pool: 5 });
    process.env.WORKER_MODE = '';
    // Some collection has its events on, as wherever there are any: relays then look every second.
    await run(
      test,
      (table) => `INSERT INTO ${table('entityTypes')} (collection, name, enabled, created_at, updated_at)
                  VALUES ('things', 'Thing', ${dialect === 'postgres' ? 'true' : '1'}, '2026-01-01', '2026-01-01')`,
    );
    const id = dialect === 'postgres' ? 'n bigserial PRIMARY KEY' : 'n bigint AUTO_INCREMENT PRIMARY KEY';
    await test.app.db.sequelize.query(
      `CREATE TABLE relay_test_effects (${id}, event_id varchar(40), subject varchar(50), place varchar(20), process int)`,
    );
  });

  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((one) => one.kill()));
  });

  afterAll(async () => {
    delete process.env.OUTBOX_RETRY_BASE_MS;
    delete process.env.WORKER_MODE;
    await test.app.db.sequelize.query('DROP TABLE relay_test_effects');
    await test.close();
  });

  it('share 2,000 events: 2,000 effects, none twice, in order per record', async () => {
    await Promise.all([node(), node({ clockOffset: 600_000 }), node({ clockOffset: -600_000 })]);
    const all = events(2000, 200, 'shared');
    for (let from = 0; from < all.length; from += 100) await append(test, all.slice(from, from + 100));
    await settled();
    await check(all);
  });

  it.each([
    'before-claim',
    'after-claim',
    'before-effect',
    'before-mark',
    'after-mark',
    'after-effect',
    'before-settle',
    'after-settle',
  ])('are killed %s: rescued within 30 s, no effect lost or twice', async (point) => {
    const doomed = await node({ dieAt: { point, times: 3 } });
    const all = events(60, 20, point);
    await append(test, all);
    await doomed.ended;
    await node();
    await settled();
    await check(all);
  });

  it('are killed at random while events come in', async () => {
    const all: NewEnvelope[] = [];
    for (let round = 0; round < 3; round++) {
      const doomed = await node({ effects: { slow: 2 } });
      const batch = events(120, 30, `random-${round}`);
      all.push(...batch);
      await append(test, batch);
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 250));
      await doomed.kill();
    }
    await node();
    await settled();
    await check(all);
  });

  // MySQL and MariaDB keep the transaction of a process that stands still, and with it its partition: see ADR 0008.
  const rescued = dialect === 'postgres' ? ['after-claim', 'before-mark', 'before-settle'] : ['after-claim'];
  it.each(['after-claim', 'before-mark', 'before-settle'])(
    `are stopped %s past the lease and woken: one effect each (another relay rescues: ${rescued.join(', ')})`,
    async (point) => {
      const paused = await node({ dieAt: { point, times: 1, signal: 'SIGSTOP' } });
      const all = events(40, 10, `paused-${point}`);
      await append(test, all);
      // Another relay may only begin once this one stands still.
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await node();
      if (rescued.includes(point)) await settled();
      else await new Promise((resolve) => setTimeout(resolve, LEASE_MS + 3000));
      paused.signal('SIGCONT');
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await settled();
      await check(all);
    },
  );

  it('hold no lease once there is nothing to do', async () => {
    await node();
    const all = events(50, 10, 'clean');
    await append(test, all);
    await settled();
    await eventually(async () => {
      expect((await rowsOf(test, 'relayLeases')).filter((row) => row.owner !== null && row.partition < 16)).toEqual([]);
    });
    await check(all);
  });
});
