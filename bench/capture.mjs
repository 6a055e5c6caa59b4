/**
 * What an event costs its save: `BEGIN; INSERT; INSERT outbox; COMMIT` through our outbox, against `BEGIN; INSERT; COMMIT`
 * through the same driver and pool.
 */
import { bootApp } from './app.mjs';
import { event, pluginOf } from './events.mjs';
import { interleaved, rate, report } from './measure.mjs';

const ROUNDS = 15;
const SAVES = 400;

/** Each measures one way in and prints its figures. */
const PARTS = [raw];

export async function run(database) {
  for (const part of PARTS) await part(database);
}

async function raw(database) {
  for (const connections of [1, 8, 32]) {
    // The relay stands aside: it is measured by itself, and would take its share of the two cores from both.
    process.env.WORKER_MODE = '!';
    const app = await bootApp(database, { schema: `capture${connections}`, pool: connections });
    const saves = await prepare(app);
    const { ours, bare } = await interleaved(
      {
        ours: () => rate(SAVES, connections, saves.withEvent),
        bare: () => rate(SAVES, connections, saves.bare),
      },
      { rounds: ROUNDS },
    );
    const name = `raw, ${connections} connection${connections > 1 ? 's' : ''}`;
    report({
      bench: 'capture',
      name,
      value: ours,
      unit: 'saves/s',
      peer: 'the same without its event',
      peerValue: bare,
    });
    await app.destroy();
  }
}

async function prepare(app) {
  const { sequelize } = app.db;
  const { outbox } = pluginOf(app);
  const table = app.db.getCollection('outboxEvents').quotedTableName().replace('outbox_events', 'bench_orders');
  await sequelize.query(`CREATE TABLE ${table} (id bigserial PRIMARY KEY, title text, created_at timestamptz)`);
  const insert = (transaction) =>
    sequelize.query(`INSERT INTO ${table} (title, created_at) VALUES ('an order', now()) RETURNING id`, {
      transaction,
    });
  return {
    bare: () => sequelize.transaction(insert),
    withEvent: (i) =>
      sequelize.transaction(async (transaction) => {
        await insert(transaction);
        await outbox.append([event(i)], transaction);
      }),
  };
}
