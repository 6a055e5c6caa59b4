import type { TestApp } from '../harness';
import { collection, createApp, dialect, integer, sequence, text } from '../harness';
import type { Answer, Client } from './http';
import { listen } from './http';
import { numberOf, numbersOf, range, statuses } from './numbers';

const ROWS = 50_000;
const SCAN = 2000;

describe(`repair of ${ROWS} records beside a live app on ${dialect}`, () => {
  let test: TestApp;
  let http: Client & { close(): Promise<void> };
  let restore: (() => void) | undefined;
  let scans = 0;
  /** When repair had read its records, and when it was given them. */
  let held = { from: 0, to: 0 };

  beforeAll(async () => {
    test = await createApp({ pool: 20 });
    http = await listen(test.app);
    await collection(test, 'orders', [sequence('code', [text('DH-'), integer({ digits: 5 })], { unique: true })]);
    for (let from = 1; from <= ROWS; from += 5000) await insertRaw(range(from, from + 4999));
    restore = slowScans(test);
  });

  afterAll(async () => {
    restore?.();
    await http.close();
    await test.close();
  });

  /** Rows that no counter knows of. */
  async function insertRaw(numbers: number[]): Promise<void> {
    const { db } = test.app;
    const model = db.getCollection('orders').model;
    const column = (name: string): string =>
      db.sequelize.getQueryInterface().quoteIdentifier(model.rawAttributes[name]?.field ?? name);
    const rows = numbers.map((n) => `('DH-${String(n).padStart(5, '0')}', CURRENT_TIMESTAMP)`);
    await db.sequelize.query(
      `INSERT INTO ${db.getCollection('orders').quotedTableName()} (${['code', 'createdAt'].map(column).join(', ')})
       VALUES ${rows.join(', ')}`,
    );
  }

  /**
   * Makes what repair reads old before it is used, as a much bigger table would: whatever it holds meanwhile, it holds
   * all that time. Only repair calls the table `r`.
   */
  function slowScans({ app }: TestApp): () => void {
    const { sequelize } = app.db;
    const original = sequelize.query.bind(sequelize) as (sql: string, options: object) => Promise<unknown>;
    const slowed = async (sql: string, options: object): Promise<unknown> => {
      const result = await original(sql, options);
      if (/\bAS r\b/.test(sql) && ++scans === 1) {
        const from = performance.now();
        await new Promise((resolve) => setTimeout(resolve, SCAN));
        held = { from, to: performance.now() };
      }
      return result;
    };
    sequelize.query = slowed as never;
    return () => (sequelize.query = original as never);
  }

  /** Creates as fast as ten clients can, until `work` is done. */
  async function createDuring(work: () => Promise<Answer>): Promise<{ answers: Answer[]; repaired: Answer }> {
    scans = 0;
    let running = true;
    const answers: Answer[] = [];
    const clients = range(1, 10).map(async () => {
      while (running) answers.push(await http.post('orders:create', { title: 'live' }));
    });
    const repaired = await work();
    running = false;
    await Promise.all(clients);
    return { answers, repaired };
  }

  const codes = async (): Promise<string[]> =>
    (await test.app.db.getRepository('orders').find({ fields: ['code'] })).map((row: { get(name: string): string }) =>
      row.get('code'),
    );
  const given = (answers: Answer[]): number[] =>
    numbersOf(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.code));
  const setCounter = (current: number | null): Promise<unknown> =>
    test.app.db.getRepository('sequences').update({ filter: { collection: 'orders' }, values: { current } });

  it('is not waited for, and no number comes twice', async () => {
    await http.post('sequences:repair', { collection: 'orders' });
    const { answers, repaired } = await createDuring(() => http.post('sequences:repair', { collection: 'orders' }));

    expect(repaired.status).toBe(200);
    expect(repaired.took).toBeGreaterThan(SCAN);
    expect(statuses(answers)).toEqual({ 200: expect.any(Number) });
    // Had it held the counter meanwhile, none would have been answered.
    const within = answers.filter(({ took, ended }) => ended - took > held.from && ended < held.to);
    expect(within.length).toBeGreaterThan(20);
    expect(given(answers)).toEqual(range(ROWS + 1, ROWS + answers.length));
    expect(numbersOf(await codes())).toEqual(range(1, ROWS + answers.length));
  });

  it('opens a counter that is not there while creates open it too', async () => {
    const before = (await codes()).length;
    await test.app.db.getRepository('sequences').destroy({ filter: { collection: 'orders' } });
    const { answers, repaired } = await createDuring(() => http.post('sequences:repair', { collection: 'orders' }));

    expect(repaired.status).toBe(200);
    expect(statuses(answers)).toEqual({ 200: expect.any(Number) });
    expect(given(answers)).toEqual(range(before + 1, before + answers.length));
  });

  it('raises a counter that is behind: nothing is stored twice before, everything is stored after', async () => {
    const before = (await codes()).length;
    await setCounter(10);
    const { answers, repaired } = await createDuring(() => http.post('sequences:repair', { collection: 'orders' }));

    expect(repaired.body.data.rows).toEqual([
      expect.objectContaining({ action: 'raised', before: '10', after: String(before) }),
    ]);
    expect(Object.keys(statuses(answers)).sort()).toEqual(['200', '409']);
    expect(given(answers)).toEqual(range(before + 1, before + given(answers).length));
    expect((await http.post('orders:create', {})).status).toBe(200);
  });

  it('lowers a counter without giving a number twice', async () => {
    const before = (await codes()).length;
    await setCounter(before + 1000);
    const { answers, repaired } = await createDuring(() =>
      http.post('sequences:repair', { collection: 'orders', allowLower: true }),
    );

    expect(repaired.status).toBe(200);
    expect(statuses(answers)).toEqual({ 200: expect.any(Number) });
    const stored = numbersOf(await codes());
    expect(new Set(stored).size).toBe(before + answers.length);
    const last = stored[stored.length - 1];
    expect(numberOf((await http.post('orders:create', {})).body.data.code)).toBe(last + 1);
  });
});
