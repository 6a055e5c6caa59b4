/**
 * Repair of a table of a million records, against the plainest statement that finds the largest number in the same
 * column. Memory: how far this process grows during a repair, at most.
 */
import { bootApp, makeCollection, sequence, sequenceOf } from './app.mjs';
import { interleaved, report } from './measure.mjs';

const ROWS = 1_000_000;
const ROUNDS = 7;
const MEMORY_LIMIT_MB = 100;

const text = { type: 'string', options: { value: 'DH-' } };
const number = (options) => ({ type: 'integer', options: { digits: 7, start: 1, ...options } });
const year = { type: 'date', options: { format: 'YYYY' } };

/** Pattern, the number as SQL, and where it begins. */
const CASES = {
  'one counter': { patterns: [text, number()], value: `'DH-' || lpad(n::text, 7, '0')`, from: 4 },
  'yearly reset': {
    patterns: [text, year, { type: 'string', options: { value: '-' } }, number({ cycle: '0 0 1 1 *' })],
    value: `'DH-' || to_char(at, 'YYYY') || '-' || lpad(n::text, 7, '0')`,
    from: 9,
  },
  '1,000 scopes': { patterns: [text, number({ scope: ['title'] })], value: `'DH-' || lpad(n::text, 7, '0')`, from: 4 },
};

export async function run(database) {
  const app = await bootApp(database, { schema: 'repair', pool: 5 });
  for (const [name, { patterns, value, from }] of Object.entries(CASES)) {
    const collection = `t${Object.keys(CASES).indexOf(name)}`;
    await makeCollection(app, collection, [sequence(patterns)]);
    const table = app.db.getCollection(collection).quotedTableName();
    await app.db.sequelize.query(
      `INSERT INTO ${table} (title, "createdAt", "updatedAt", code)
       SELECT 'group ' || n % 1000, at, at, ${value}
       FROM (SELECT n, timestamptz '2016-01-01' + n * interval '5 minutes' AS at FROM generate_series(1, ${ROWS}) AS n) AS rows`,
    );
    await app.db.sequelize.query(`VACUUM ANALYZE ${table}`);
    await measure(app, { name, collection, peer: `SELECT max(substring(code from ${from})::bigint) FROM ${table}` });
  }
  await app.destroy();
}

async function measure(app, { name, collection, peer }) {
  const { repair } = sequenceOf(app);
  const scanned = async (work) => {
    const started = performance.now();
    await work();
    return (ROWS * 1000) / (performance.now() - started);
  };
  let grown = 1;
  const repaired = async () => {
    const memory = watchMemory();
    await repair.run({ collection });
    grown = Math.max(grown, memory.stop());
  };
  const { ours, bare } = await interleaved(
    {
      ours: () => scanned(repaired),
      bare: () => scanned(() => app.db.sequelize.query(peer)),
    },
    { rounds: ROUNDS },
  );
  report({
    bench: 'repair',
    name,
    value: ours,
    unit: 'records/s',
    peer: peer.replace(/ FROM .*/, ''),
    peerValue: bare,
  });
  report({
    bench: 'repair',
    name: `${name}, memory growth ${Math.round(grown)} MB`,
    value: ROWS / grown,
    unit: 'records/MB',
    peer: `${MEMORY_LIMIT_MB} MB`,
    peerValue: ROWS / MEMORY_LIMIT_MB,
  });
}

/** `stop` tells by how many MB the process was larger at most than at the beginning. */
function watchMemory() {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  return {
    stop() {
      clearInterval(timer);
      return (most - before) / 2 ** 20;
    },
  };
}
