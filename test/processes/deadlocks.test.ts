import type { TestApp } from '../harness';
import { collection, createApp, dialect, integer, sequence, text } from '../harness';
import type { Client } from './http';
import { listen } from './http';
import { numbersOf, range, statuses, storm } from './numbers';

describe(`records that need several counters at once on ${dialect}`, () => {
  let test: TestApp;
  let http: Client & { close(): Promise<void> };

  const number = (prefix: string): object => sequence('code', [text(prefix), integer({ digits: 5 })]);
  const codesIn = async (name: string): Promise<string[]> =>
    (await test.app.db.getRepository(name).find({ fields: ['code'] })).map((row: { get(name: string): string }) =>
      row.get('code'),
    );

  beforeAll(async () => {
    test = await createApp({ pool: 20 });
    http = await listen(test.app);
    await collection(test, 'orders', [number('O-')]);
    await collection(test, 'invoices', [number('I-')]);
    const many = { type: 'hasMany', interface: 'o2m', sourceKey: 'id', targetKey: 'id' };
    await test.post('collections/orders/fields:create', {
      ...many,
      name: 'invoices',
      target: 'invoices',
      foreignKey: 'orderId',
    });
    await test.post('collections/invoices/fields:create', {
      ...many,
      name: 'orders',
      target: 'orders',
      foreignKey: 'invoiceId',
    });
  });

  afterAll(async () => {
    await http.close();
    await test.close();
  });

  it('numbers 120 nested creates that write two collections in opposite order', async () => {
    const answers = await storm(120, 120, (i) =>
      i % 2
        ? http.post('orders:create', { title: `${i}`, invoices: [{ title: `of ${i}` }] })
        : http.post('invoices:create', { title: `${i}`, orders: [{ title: `of ${i}` }] }),
    );

    expect(statuses(answers)).toEqual({ 200: 120 });
    expect(numbersOf(await codesIn('orders'))).toEqual(range(1, 120));
    expect(numbersOf(await codesIn('invoices'))).toEqual(range(1, 120));
  });

  it('does so when the counters have no rows yet', async () => {
    await test.app.db.sequelize.query(`DELETE FROM ${test.app.db.getCollection('sequences').quotedTableName()}`);
    const answers = await storm(60, 60, (i) =>
      i % 2
        ? http.post('orders:create', { title: `${i}`, invoices: [{ title: `of ${i}` }] })
        : http.post('invoices:create', { title: `${i}`, orders: [{ title: `of ${i}` }] }),
    );

    expect(statuses(answers)).toEqual({ 200: 60 });
    expect(numbersOf(await codesIn('orders'))).toEqual(range(1, 180));
    expect(numbersOf(await codesIn('invoices'))).toEqual(range(1, 180));
  });

  it('tells one of two writers in code that wait for each other to try again', async () => {
    const { db } = test.app;
    const bothDrew = barrier(2);
    const write = (names: string[], meet: () => Promise<void>): Promise<void> =>
      db.sequelize.transaction(async (transaction) => {
        for (const name of names) {
          await db.getRepository(name).create({ values: { title: 'in code' }, transaction });
          await meet();
        }
      });
    const orders = [
      ['orders', 'invoices'],
      ['invoices', 'orders'],
    ];

    const results = await Promise.allSettled(orders.map((names) => write(names, bothDrew)));

    const failed = results.flatMap((result, i) =>
      result.status === 'rejected' ? [{ reason: result.reason as unknown, i }] : [],
    );
    expect(failed).toEqual([
      { reason: expect.objectContaining({ name: 'Busy', retryable: true, status: 503 }), i: expect.any(Number) },
    ]);
    await write(orders[failed[0]?.i ?? 0], () => Promise.resolve());
    expect(numbersOf(await codesIn('orders'))).toEqual(range(1, 182));
    expect(numbersOf(await codesIn('invoices'))).toEqual(range(1, 182));
  });

  it('opens 20 new counters in 20 parallel first creates', async () => {
    const names = range(1, 20).map((i) => `fresh${i}`);
    for (const name of names) await collection(test, name, [number('F-')]);
    for (const round of ['rows as the fields made them', 'no rows']) {
      if (round === 'no rows')
        await test.app.db.sequelize.query(`DELETE FROM ${test.app.db.getCollection('sequences').quotedTableName()}`);
      const answers = await storm(20, 20, (i) => http.post(`${names[i]}:create`, { title: round }));
      expect(statuses(answers)).toEqual({ 200: 20 });
    }
    for (const name of names) expect(numbersOf(await codesIn(name))).toEqual([1, 2]);
  });

  it('opens 20 counters of one collection in parallel creates', async () => {
    const fields = range(1, 20).map((i) => `n${i}`);
    await collection(
      test,
      'wide',
      fields.map((field) => sequence(field, [integer({ digits: 4 })])),
    );
    await test.app.db.sequelize.query(`DELETE FROM ${test.app.db.getCollection('sequences').quotedTableName()}`);
    const answers = await storm(20, 20, (i) => http.post('wide:create', { title: `${i}` }));

    expect(statuses(answers)).toEqual({ 200: 20 });
    for (const field of fields) expect(numbersOf(answers.map(({ body }) => body.data[field]))).toEqual(range(1, 20));
  });
});

/** Holds its callers back until `count` of them are there; later ones pass. */
function barrier(count: number): () => Promise<void> {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let here = 0;
  return () => {
    here += 1;
    if (here >= count) open();
    return opened;
  };
}
