/**
 * `npm run soak -- [--minutes N] [--kills N]`: kills NocoBases under load and prints the ledger, as JSON on the last line.
 * Without either it is 200 kills. SOAK_DATABASE: connection options as JSON; without it, a PostgreSQL of its own.
 * The exit code is 1 when a change has no effect, an effect no change, or anything is there twice.
 */
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../scripts/install.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, kills: { type: 'string' } } });
const minutes = Number(values.minutes ?? 0);
const kills = Number(values.kills ?? (values.minutes ? 0 : 200));
if (!(minutes >= 0) || !(kills >= 0)) {
  console.error('--minutes and --kills are numbers');
  process.exit(2);
}

await ensureInstalled();
if (!process.env.SOAK_DATABASE) {
  const { build } = await import('../scripts/build.mjs');
  await build();
}
const { keepLedger } = await import('./ledger.mjs');
const { startPostgres } = await import('../bench/postgres.mjs');
const own = process.env.SOAK_DATABASE ? null : await startPostgres();
const database = own?.database ?? JSON.parse(process.env.SOAK_DATABASE);
try {
  const ledger = await keepLedger({ database, kills, minutes, tell: (line) => console.log(line) });
  console.log(JSON.stringify(ledger));
  const wrong = ['acknowledgedButNotCommitted', 'changesWithoutEffect', 'effectsWithoutChange', 'effectsTwice'];
  if ([...wrong, 'recordsOutOfOrder', 'eventsNotInLog', 'numbersRepeated'].some((name) => ledger[name] !== 0))
    process.exitCode = 1;
} finally {
  await own?.stop();
}
process.exit();
