/**
 * Strict draws, each in a transaction with its commit, against a bare `UPDATE … RETURNING` of one row in the same way:
 * same driver, same pool, same server.
 */
import { bootApp, makeCollection, sequence, sequenceOf } from './app.mjs';
import { interleaved, rate, report } from './measure.mjs';

const ROUNDS = 25;
const SCHEMA = 'raw';
const PEER = 'UPDATE … RETURNING with commit';

export async function run(database) {
  for (const connections of [1, 8, 32]) {
    const app = await bootApp(database, { schema: `${SCHEMA}${connections}`, pool: connections });
    const draws = await prepare(app);
    const { ours, bare } = await interleaved(
      { ours: () => rate(500, connections, draws.one), bare: () => rate(500, connections, draws.bare) },
      { rounds: ROUNDS },
    );
    const name = `${connections} connection${connections > 1 ? 's' : ''}`;
    report({ bench: 'numbers-raw', name, value: ours, unit: 'numbers/s', peer: PEER, peerValue: bare });
    if (connections === 1) await bulk(draws);
    await app.destroy();
  }
}

async function bulk(draws) {
  const { bulk: value, singles } = await interleaved(
    {
      bulk: async () => 1000 * (await rate(50, 1, () => draws.many(1000))),
      singles: () => rate(1000, 1, draws.one),
    },
    { rounds: 5 },
  );
  const name = 'bulk of 1,000';
  report({ bench: 'numbers-raw', name, value, unit: 'numbers/s', peer: '1,000 single draws', peerValue: singles });
}

async function prepare(app) {
  const { sequelize } = app.db;
  await makeCollection(app, 'orders', [sequence([{ type: 'integer', options: { digits: 5, start: 1 } }])]);
  const { counters } = sequenceOf(app);
  const record = await app.db.getRepository('orders').create({ values: {} });
  if (record.get('code') !== '00001') throw new Error('the counter was not opened');
  const [{ collection, field, key, scope, period }] = await counters.rows({ collection: 'orders' });
  const counter = { collection, field, key, scope, period };

  const table = app.db.getCollection('sequences').quotedTableName().replace('sequences', 'bare_counter');
  await sequelize.query(`CREATE TABLE ${table} (id int PRIMARY KEY, current bigint)`);
  await sequelize.query(`INSERT INTO ${table} VALUES (1, 0)`);

  const many = (count) =>
    sequelize.transaction((transaction) => counters.draw(counter, count, { start: 1n, at: new Date() }, transaction));
  return {
    many,
    one: () => many(1),
    bare: () =>
      sequelize.transaction((transaction) =>
        sequelize.query(`UPDATE ${table} SET current = current + 1 WHERE id = 1 RETURNING current`, { transaction }),
      ),
  };
}
