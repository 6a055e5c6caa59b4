/** How long after the commit of a save its event is picked up, one save after the other. */
import { event } from './events.mjs';
import { report } from './measure.mjs';

const COUNT = 600;
const WARM_UP = 30;

export async function measurePickup(app, relay) {
  await app.db.sequelize.query('CREATE TABLE bench_queue (id bigserial PRIMARY KEY, payload text)');
  const ways = {
    ours: () => throughRelay(app, relay),
    bare: () => bareWorker(app, relay),
    signal: () => signalAlone(app, relay),
  };
  const times = { ours: [], bare: [], signal: [] };
  for (let i = -WARM_UP; i < COUNT; i++) {
    const names = Object.keys(ways);
    for (const name of i % 2 ? names.reverse() : names) {
      const took = await ways[name]();
      if (i >= 0) times[name].push(took);
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 10));
    }
  }
  const figure = { bench: 'relay', unit: 'ms', lower: true };
  for (const [name, share] of Object.entries({ p50: 0.5, p99: 0.99 })) {
    const value = percentile(times.ours, share);
    const bare = percentile(times.bare, share);
    report({ ...figure, name: `pickup ${name}`, value, peer: 'signal, BEGIN, SELECT … SKIP LOCKED', peerValue: bare });
    const signal = percentile(times.signal, share);
    report({
      ...figure,
      name: `pickup ${name}, against the signal alone`,
      value,
      peer: 'signal alone',
      peerValue: signal,
    });
  }
}

/** To the call of the post-processor, with its transaction. */
async function throughRelay({ db }, relay) {
  let committed;
  const stop = relay.outbox.onCommitted(() => (committed ??= performance.now()));
  const took = new Promise((resolve) => relay.onEffect(() => resolve(performance.now() - committed)));
  await db.sequelize.transaction((transaction) => relay.outbox.append([event('pickup')], transaction));
  const result = await took;
  stop();
  return result;
}

/** The same signal, and one worker that takes the row in a transaction for its effect: the least that a queue in a table does. */
async function bareWorker({ db: { sequelize } }, relay) {
  const take = async (committed) => {
    const transaction = await sequelize.transaction();
    const [[{ id }]] = await sequelize.query(
      'SELECT id, payload FROM bench_queue ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED',
      { transaction },
    );
    const took = performance.now() - committed;
    await sequelize.query(`DELETE FROM bench_queue WHERE id = ${id}`, { transaction });
    await transaction.commit();
    return took;
  };
  const taken = onSignal(relay, take);
  await queue(sequelize, relay);
  return taken;
}

/** From the commit to a listener that does nothing. */
async function signalAlone({ db: { sequelize } }, relay) {
  const told = onSignal(relay, () => performance.now());
  let committed;
  await sequelize.transaction(async (transaction) => {
    transaction.afterCommit(() => (committed = performance.now()));
    relay.outbox.signal.written(transaction);
  });
  return (await told) - committed;
}

function onSignal(relay, run) {
  return new Promise((resolve) => {
    const stop = relay.outbox.onCommitted(() => {
      stop();
      resolve(run(performance.now()));
    });
  });
}

async function queue(sequelize, relay) {
  await sequelize.transaction(async (transaction) => {
    await sequelize.query('INSERT INTO bench_queue (payload) VALUES (:payload)', {
      transaction,
      replacements: { payload: JSON.stringify(event('pickup')) },
    });
    relay.outbox.signal.written(transaction);
  });
}

function percentile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];
}
