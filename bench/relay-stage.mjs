/** The relay of an app, held back while its work is laid out. */
import { event, pluginOf, tableOf } from './events.mjs';

const RECORDS = 1000;
const PARTITIONS = 16;
const NOOP = 'bench-noop';

/** @returns what the benchmarks do with it; the only post-processor counts and does nothing */
export function stageRelay(app) {
  const { outbox, tellers } = pluginOf(app);
  const tables = Object.fromEntries(
    ['outboxEvents', 'relayLeases', 'processedEvents'].map((name) => [name, tableOf(app, name)]),
  );
  const sql = (text, options) => app.db.sequelize.query(text, options);
  const effects = countEffects(app);
  const waiting = async () => {
    const [[{ count }]] = await sql(`SELECT count(*) FROM ${tables.outboxEvents} WHERE NOT published`);
    return Number(count);
  };
  /** Once nobody has a partition, nobody can take one until then. */
  const hold = async (until) => {
    for (let held = 0; held < PARTITIONS;) {
      const [rows] = await sql(
        `UPDATE ${tables.relayLeases} SET expires_at = ${until} WHERE owner IS NULL AND "partition" < ${PARTITIONS} RETURNING 1`,
      );
      held = rows.length;
    }
  };

  return {
    outbox,
    onEffect: effects.listen,
    /** How many events a second, from the first claim to the last one settled. */
    drain: async (count) => {
      await hold(`clock_timestamp() + interval '1 hour'`);
      effects.reset();
      for (let from = 0; from < count; from += 500) await outbox.append(batch(from), null);
      const all = new Promise((resolve) => effects.listen((seen) => seen === count && resolve()));
      await sql('CHECKPOINT');
      const started = performance.now();
      await hold('clock_timestamp()');
      tellers.relay.wake();
      await all;
      while ((await waiting()) > 0);
      const took = performance.now() - started;
      if (effects.seen() !== count) throw new Error(`${effects.seen()} effects of ${count} events`);
      return (count * 1000) / took;
    },
    fill: (count) => fill(sql, tables, count),
    empty: async () => {
      await sql(`TRUNCATE ${tables.outboxEvents}, ${tables.processedEvents}`);
    },
  };
}

function batch(from) {
  return Array.from({ length: 500 }, (_, i) => event((from + i) % RECORDS));
}

/** The log of events is a concern of its own, and off for most collections: it stands aside. */
function countEffects(app) {
  const { postProcessors } = pluginOf(app);
  let seen = 0;
  let listener = () => undefined;
  postProcessors.byName.delete('event-log');
  postProcessors.register({ name: NOOP, process: async () => listener(++seen) });
  return { seen: () => seen, reset: () => (seen = 0), listen: (next) => (listener = next) };
}

/** Lays events out that were relayed within the last week, with their marks. */
async function fill(sql, { outboxEvents, processedEvents }, count) {
  const payload = JSON.stringify(event(1));
  await sql(
    `INSERT INTO ${outboxEvents} (event_id, event_type, subject, payload, occurred_at, published, published_at, "partition", attempts)
     SELECT gen_random_uuid()::text, 'Update_Order', '900:' || i % ${RECORDS}, :payload, now() - i * interval '1 second', true,
       now() - i * interval '1 second', i % ${PARTITIONS}, 0 FROM generate_series(1, ${count}) i`,
    { replacements: { payload } },
  );
  await sql(
    `INSERT INTO ${processedEvents} (event_id, post_processor, processed_at)
     SELECT event_id, '${NOOP}', published_at FROM ${outboxEvents} WHERE published ON CONFLICT DO NOTHING`,
  );
  for (const table of [outboxEvents, processedEvents]) await sql(`VACUUM ANALYZE ${table}`);
}
