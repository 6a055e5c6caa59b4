import { QueryTypes } from 'sequelize';
import type { TestApp } from '../harness';
import { collection, createApp, dialect, integer, sequence, text } from '../harness';
import { numbersOf, range, storm } from './numbers';

describe(`first use of a counter on ${dialect}, with five connections in the pool`, () => {
  let test: TestApp;
  const NAME = 'orders';

  beforeAll(async () => {
    test = await createApp({ pool: 5 });
    await collection(test, NAME, [sequence('code', [text('DH-'), integer({ digits: 5 })])]);
  });

  afterAll(() => test.close());

  const table = (name: string): string => test.app.db.getCollection(name).quotedTableName();
  const query = (sql: string): Promise<object[]> => test.app.db.sequelize.query(sql, { type: QueryTypes.SELECT });

  /** A create inside a wider transaction that reads before and after it, as an application's own code does. */
  const createInside = (i: number): Promise<string> =>
    test.app.db.sequelize.transaction(async (transaction) => {
      const repository = test.app.db.getRepository(NAME);
      await repository.count({ transaction });
      const record = await repository.create({ values: { title: `${i}` }, transaction });
      await repository.findOne({ filterByTk: record.get('id') as number, transaction });
      return record.get('code') as string;
    });

  it.each([
    ['an empty table', 0],
    ['a table that has numbers already', 20],
    ['the same again', 40],
  ])('makes one row and hangs nowhere: %s', async (_, before) => {
    await test.app.db.sequelize.query(`DELETE FROM ${table('sequences')}`);

    const codes = await storm(20, 20, createInside);

    expect(numbersOf(codes)).toEqual(range(before + 1, before + 20));
    const rows = await test.app.db.getRepository('sequences').find({ filter: { collection: NAME } });
    expect(rows.map((row: { get(name: string): unknown }) => Number(row.get('current')))).toEqual([before + 20]);
  });

  it('gives a rolled-back first number to the next record', async () => {
    await test.app.db.sequelize.query(`DELETE FROM ${table('sequences')}`);
    const { count } = (await query(`SELECT COUNT(*) AS count FROM ${table(NAME)}`))[0] as { count: string };
    await expect(
      test.app.db.sequelize.transaction(async (transaction) => {
        await test.app.db.getRepository(NAME).create({ values: { title: 'undone' }, transaction });
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');

    expect(numbersOf(await storm(5, 5, createInside))).toEqual(range(Number(count) + 1, Number(count) + 5));
  });
});
