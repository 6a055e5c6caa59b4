import { QueryTypes } from 'sequelize';
import { SidePool } from '../../src/server/foundation/side-pool';
import { Fenced } from '../../src/server/relay/fenced';
import { leaseStatementsFor } from '../../src/server/relay/lease-statements';
import type { Claim } from '../../src/server/relay/leases';
import { LeaseLost, Leases } from '../../src/server/relay/leases';
import { pendingSql } from '../../src/server/relay/outbox-entries';
import { append, event, rowsOf, run } from '../events/events';
import type { TestApp } from '../harness';
import { createApp, dialect } from '../harness';

/** The app itself relays nothing: it serves requests only. */
describe(`leases on ${dialect}`, () => {
  let test: TestApp;
  let side: SidePool;

  const owner = (name: string) => {
    const leases = new Leases(test.app.db, side, name);
    return { leases, fenced: new Fenced(test.app.db, leases) };
  };
  const expire = () => run(test, (table) => `UPDATE ${table('relayLeases')} SET expires_at = '2020-01-01 00:00:00'`);
  const claimed = async (leases: Leases): Promise<Claim> => {
    const claim = await leases.claim(100);
    if (!claim) throw new Error('there was nothing to take');
    return claim;
  };
  const row = async ({ lease }: Claim) =>
    (await rowsOf(test, 'relayLeases')).find(({ partition }) => partition === lease.partition);

  beforeAll(async () => {
    process.env.WORKER_MODE = '!';
    test = await createApp();
    delete process.env.WORKER_MODE;
    side = new SidePool(test.app.db);
    await owner('seed').leases.seed();
  });
  beforeEach(async () => {
    await run(test, (table) => `DELETE FROM ${table('outboxEvents')}`);
    await run(test, (table) => `UPDATE ${table('relayLeases')} SET owner = NULL`);
    await expire();
    await append(test, [event('fenced')]);
  });
  afterAll(async () => {
    await side.close();
    await test.close();
  });

  it('have one owner at a time: the next one comes when it ends, and knows that it was not given back', async () => {
    const [a, b] = [owner('a'), owner('b')];
    const first = await claimed(a.leases);
    expect(first.lease.cutOff).toBe(0);
    expect(await b.leases.claim(100)).toBeNull();
    await expire();
    const second = await claimed(b.leases);
    expect(second.lease).toMatchObject({ partition: first.lease.partition, cutOff: 1 });
    expect(BigInt(second.lease.epoch)).toBe(BigInt(first.lease.epoch) + 1n);
  });

  it('that are gone let their old owner write, prolong and give back nothing', async () => {
    const [a, b] = [owner('a'), owner('b')];
    const old = await claimed(a.leases);
    await expire();
    const present = await claimed(b.leases);
    const before = await row(present);
    const worked: string[] = [];
    await expect(a.fenced.within(old.lease, async () => void worked.push('a'))).rejects.toThrow(LeaseLost);
    await a.leases.renew([old.lease]);
    await a.leases.release(old.lease);
    expect(worked).toEqual([]);
    expect(await row(present)).toEqual(before);
    await b.fenced.within(present.lease, async () => void worked.push('b'));
    expect(worked).toEqual(['b']);
  });

  it('whose number was given twice, since a crash of the database forgot the first, are told apart by their owner', async () => {
    const [a, b] = [owner('a'), owner('b')];
    const old = await claimed(a.leases);
    await expire();
    const present = await claimed(b.leases);
    await run(test, (table) => `UPDATE ${table('relayLeases')} SET epoch = ${old.lease.epoch} WHERE owner = 'b'`);
    await expect(a.fenced.within(old.lease, async () => undefined)).rejects.toThrow(LeaseLost);
    await b.fenced.within({ ...present.lease, epoch: old.lease.epoch }, async () => undefined);
  });

  it('undo all of a transaction that fails, and answer what it is to read', async () => {
    const { leases, fenced } = owner('a');
    const { lease } = await claimed(leases);
    const table = test.app.db.getCollection('outboxEvents').quotedTableName();
    const reading = `SELECT subject AS subject FROM ${table}`;
    const failing = fenced.within(
      lease,
      async (transaction) => {
        await test.app.db.sequelize.query(`DELETE FROM ${table}`, { transaction });
        throw new Error('undone');
      },
      { reading },
    );
    await expect(failing).rejects.toThrow('undone');
    const found = await fenced.within(lease, async (_, rows: Array<{ subject: string }>) => rows, { reading });
    expect(found.map(({ subject }) => subject)).toEqual(['900:fenced']);
    const none = await fenced.within(lease, async (_, rows) => rows, { reading: `${reading} WHERE 1 = 0` });
    expect(none).toEqual([]);
  });

  if (dialect !== 'postgres') return;

  it('end what stands still in their transaction, also where they read', async () => {
    const { leases, fenced } = owner('a');
    const { lease } = await claimed(leases);
    for (const reading of [undefined, 'SELECT 1 AS one']) {
      const settings = await fenced.within(
        lease,
        (transaction) =>
          test.app.db.sequelize.query(
            `SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle,
               current_setting('synchronous_commit') AS flush`,
            { type: QueryTypes.SELECT, transaction },
          ),
        { limit: 1234, repeatable: true, reading },
      );
      expect(settings).toEqual([{ statement: '1234ms', idle: '1234ms', flush: 'off' }]);
    }
    const [after] = await test.app.db.sequelize.query('SHOW statement_timeout', { type: QueryTypes.SELECT });
    expect(after).not.toEqual({ statement_timeout: '1234ms' });
  });

  it('come with their first entries, but not with those that were settled while they were taken', async () => {
    const plain = await claimed(owner('a').leases);
    expect(plain.entries?.map(({ subject }) => subject)).toEqual(['900:fenced']);
    const { partition } = plain.lease;
    await run(test, (table) => `UPDATE ${table('relayLeases')} SET owner = NULL`);
    await expire();
    const slow = `l."partition" = ${partition} AND pg_sleep(1) IS NOT NULL`;
    const taking = leaseStatementsFor(test.app.db).claim('b', 15_000, slow, (p) => pendingSql(test.app.db, p, 100));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await run(test, (table) => `UPDATE ${table('outboxEvents')} SET published = true`);
    await run(
      test,
      (table) => `UPDATE ${table('relayLeases')} SET expires_at = '2021-01-01' WHERE "partition" = ${partition}`,
    );
    const claim = await taking;
    expect(claim?.lease.partition).toBe(partition);
    expect(claim?.entries).toBeNull();
  });
});
