/** `npm run bench -- <name>`: prints one JSON line for each figure. See docs/benchmarks.md. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../scripts/install.mjs';

const NAMES = ['capture', 'numbers-http', 'numbers-raw', 'relay', 'repair'];
const [name] = process.argv.slice(2);

if (!NAMES.includes(name) || !existsSync(join(import.meta.dirname, `${name}.mjs`))) {
  console.error(`usage: npm run bench -- <${NAMES.join(' | ')}>`);
  process.exit(1);
}

await ensureInstalled({ say: console.error });
const { build } = await import('../scripts/build.mjs');
await build();
const { startPostgres } = await import('./postgres.mjs');
const postgres = await startPostgres();
const stop = async (code) => {
  await postgres.stop();
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(1));
try {
  const { run } = await import(`./${name}.mjs`);
  await run(postgres.database);
  await stop(0);
} catch (error) {
  console.error(error);
  await stop(1);
}
