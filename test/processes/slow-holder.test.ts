import type { Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import type { TestApp } from '../harness';
import { collection, createApp, dialect, integer, sequence, text } from '../harness';
import { eventually } from '../eventually';
import type { Answer, Client } from './http';
import { listen } from './http';
import { numberOf } from './numbers';

const HOLD = 3000;

describe(`a slow transaction that holds a counter on ${dialect}`, () => {
  let test: TestApp;
  let http: Client & { close(): Promise<void> };

  beforeAll(async () => {
    test = await createApp({ pool: 10 });
    http = await listen(test.app);
    for (const name of ['orders', 'invoices']) {
      await collection(test, name, [sequence('code', [text('N-'), integer({ digits: 5 })])]);
      await http.post(`${name}:create`, { title: 'first use' });
    }
  });

  afterEach(() => {
    delete process.env.SEQUENCE_LOCK_TIMEOUT_MS;
  });

  afterAll(async () => {
    await http.close();
    await test.close();
  });

  const create = (transaction: Transaction): Promise<number> =>
    test.app.db
      .getRepository('orders')
      .create({ values: { title: 'slow' }, transaction })
      .then((record) => numberOf(record.get('code')));

  const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Draws in a transaction, holds it for a while and ends it; `drawn` is there as soon as the number is. */
  function hold(end: 'commit' | 'rollback', milliseconds = HOLD): { drawn: Promise<number>; ended: Promise<void> } {
    let ended!: Promise<void>;
    const drawn = new Promise<number>((resolve, reject) => {
      ended = test.app.db.sequelize
        .transaction(async (transaction) => {
          resolve(await create(transaction));
          await sleep(milliseconds);
          if (end === 'rollback') throw new Error('undone');
        })
        .catch((error: Error) => {
          reject(error);
          if (error.message !== 'undone') throw error;
        });
    });
    return { drawn, ended };
  }

  it.each([
    ['waits and gets the next number', 'commit' as const, 1],
    ['gets its number when it is rolled back', 'rollback' as const, 0],
  ])('a second writer %s; other collections do not wait', async (_, end, distance) => {
    const { drawn, ended } = hold(end);
    const slow = await drawn;
    const start = performance.now();
    const waiting = http.post('orders:create', { title: 'waits' });

    const other = await http.post('invoices:create', { title: 'free' });
    expect(other.status).toBe(200);
    expect(other.took).toBeLessThan(300);

    const second = await waiting;
    expect(performance.now() - start).toBeGreaterThan(HOLD - 500);
    expect(second.status).toBe(200);
    expect(numberOf(second.body.data.code)).toBe(slow + distance);
    await ended;
  });

  it('answers 503 with Retry-After past the limit, with no SQL, and the number goes to the next', async () => {
    process.env.SEQUENCE_LOCK_TIMEOUT_MS = '300';
    const { drawn, ended } = hold('commit');
    const slow = await drawn;

    const refused: Answer = await http.post('orders:create', { title: 'refused' });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body.errors[0].code).toBe('SEQUENCE_BUSY');
    expect(JSON.stringify(refused.body)).not.toMatch(/select|update|sequences|lock|timeout/i);
    // MariaDB counts in whole seconds.
    expect(refused.took).toBeLessThan(2500);

    await ended;
    const next = await http.post('orders:create', { title: 'next' });
    expect(numberOf(next.body.data.code)).toBe(slow + 1);
  });

  it('leaves the wait limit of the transaction and of the session as it was', async () => {
    const { sequelize } = test.app.db;
    const sql = {
      postgres: 'show lock_timeout',
      mariadb: 'select @@innodb_lock_wait_timeout',
      mysql: 'select @@innodb_lock_wait_timeout',
    };
    const limit = async (transaction: Transaction): Promise<unknown> =>
      sequelize.query(sql[dialect as keyof typeof sql], { type: QueryTypes.SELECT, transaction });
    process.env.SEQUENCE_LOCK_TIMEOUT_MS = '4321';

    await sequelize.transaction(async (transaction) => {
      const before = await limit(transaction);
      await create(transaction);
      expect(await limit(transaction)).toEqual(before);
    });
    if (dialect !== 'postgres') return;
    await sequelize.transaction(async (transaction) => {
      await sequelize.query(`set local lock_timeout = '1234ms'`, { transaction });
      const before = await limit(transaction);
      await create(transaction);
      expect(await limit(transaction)).toEqual(before);
      await expect(
        sequelize.transaction({ transaction }, async (inner) => {
          await create(inner);
          throw new Error('undo the savepoint');
        }),
      ).rejects.toThrow('undo the savepoint');
      expect(await limit(transaction)).toEqual(before);
    });
  });

  it('leaves connections for everyone else while many wait for one counter', async () => {
    const { drawn, ended } = hold('commit');
    const slow = await drawn;
    // More than the pool of ten has connections.
    const waiting = Promise.all(Array.from({ length: 40 }, () => http.post('orders:create', { title: 'waits' })));
    await sleep(500);
    const others = await Promise.all(
      Array.from({ length: 5 }, () => http.post('invoices:create', { title: 'does not wait' })),
    );
    for (const { status, took } of others) {
      expect(status).toBe(200);
      expect(took).toBeLessThan(HOLD - 1000);
    }
    const numbers = (await waiting).map(({ body }) => numberOf(body.data.code));
    await ended;
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => slow + 1 + i));
  });

  it('answers 503 to all that wait when the holder does not end in time', async () => {
    process.env.SEQUENCE_LOCK_TIMEOUT_MS = '1000';
    const { drawn, ended } = hold('commit', 4000);
    const slow = await drawn;
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => http.post('orders:create', { title: 'refused' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    await ended;
    const next = await http.post('orders:create', { title: 'next' });
    expect(numberOf(next.body.data.code)).toBe(slow + 1);
  });

  it('serves waiting writers one after the other when the holder ends', async () => {
    const { drawn, ended } = hold('rollback', 500);
    const slow = await drawn;
    const waiting = Promise.all(Array.from({ length: 5 }, () => http.post('orders:create', { title: 'queue' })));
    if (dialect === 'postgres') {
      await eventually(async () => {
        const [row] = await test.app.db.sequelize.query<{ count: string }>(
          `select count(*) as count from pg_stat_activity where wait_event_type = 'Lock' and query like '%UPDATE%sequences%'`,
          { type: QueryTypes.SELECT },
        );
        expect(Number(row?.count)).toBeGreaterThanOrEqual(1);
      }, 2000);
    }
    const answers = await waiting;
    await ended;
    expect(answers.map(({ body }) => numberOf(body.data.code)).sort((a, b) => a - b)).toEqual(
      [0, 1, 2, 3, 4].map((i) => slow + i),
    );
  });
});
