import type { TestApp } from '../harness';
import { collection, createApp, dialect, freshDatabase, integer, sequence, text } from '../harness';
import type { Client } from '../processes/http';
import { listen } from '../processes/http';
import { numbersOf, range, statuses, storm } from '../processes/numbers';

// MySQL's driver answers an UPDATE in another shape than MariaDB's; both speak to either server.
(dialect === 'mariadb' ? describe : describe.skip)('the mysql dialect and its driver', () => {
  let test: TestApp;
  let http: Client & { close(): Promise<void> };

  beforeAll(async () => {
    test = await createApp({ pool: 20, database: freshDatabase('mysql') });
    http = await listen(test.app);
    await collection(test, 'orders', [sequence('code', [text('DH-'), integer({ digits: 5 })])]);
  });

  afterAll(async () => {
    await http.close();
    await test.close();
  });

  const clearCounters = (): Promise<unknown> =>
    test.app.db.sequelize.query(`DELETE FROM ${test.app.db.getCollection('sequences').quotedTableName()}`);

  it('numbers 200 records of 50 clients, and goes on when the counter’s row is gone', async () => {
    for (const from of [1, 201]) {
      const answers = await storm(200, 50, () => http.post('orders:create', {}));
      expect(statuses(answers)).toEqual({ 200: 200 });
      expect(numbersOf(answers.map(({ body }) => body.data.code))).toEqual(range(from, from + 199));
      await clearCounters();
    }
  });

  it('draws a thousand numbers at once', async () => {
    const model = test.app.db.getCollection('orders').model;
    const records = await test.app.db.sequelize.transaction((transaction) =>
      model.bulkCreate(
        range(1, 1000).map((n) => ({ title: `${n}` })),
        { transaction },
      ),
    );
    expect(numbersOf(records.map((record) => record.get('code' as never)))).toEqual(range(401, 1400));
  });

  it('counts exactly where JavaScript numbers cannot', async () => {
    const next = '9007199254740993';
    expect((await http.post('sequences:setNext', { collection: 'orders', field: 'code', next })).status).toBe(200);
    const codes = [];
    for (let i = 0; i < 3; i++) codes.push((await http.post('orders:create', {})).body.data.code);
    expect(codes).toEqual(['DH-9007199254740993', 'DH-9007199254740994', 'DH-9007199254740995']);
  });
});
