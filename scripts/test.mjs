/**
 * `npm test` and `npm run test:services`: installs what is missing, builds, runs jest with the arguments given.
 * With --services the suites run once on each database server of the machine; in CI a server that is missing fails the
 * run. TEST_RESULTS_DIR: a folder for jest's results as JSON, one file a run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { ensureInstalled } from './install.mjs';

const root = resolve(import.meta.dirname, '..');
const args = process.argv.slice(2).filter((arg) => arg !== '--services');
const onServices = process.argv.includes('--services');

/** Ends what runs at the moment. */
let stop = async () => {};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, async () => {
    await stop();
    process.exit(1);
  });
}

async function main() {
  await ensureInstalled({ own: (npm) => (stop = () => npm.stop()) });
  const { build } = await import('./build.mjs');
  await build();
  if (!onServices) return withoutServices();
  const { findServices } = await import('./services.mjs');
  let exitCode = 0;
  for (const { name, env, embedded } of await findServices()) {
    if (!env || (embedded && process.env.CI === 'true')) {
      console.log(`\n${name} is not available on this machine`);
      exitCode ||= process.env.CI === 'true' ? 1 : 0;
    }
    if (!env) continue;
    console.log(`\nOn ${name}${embedded ? ' (the embedded one: this machine has no server)' : ''}:`);
    exitCode = (await jest(name, { TEST_SERVICES: '1', ...env })) || exitCode;
  }
  return exitCode;
}

/** Everything on the embedded PostgreSQL; then, unless some tests were asked for, what SQLite can do. */
async function withoutServices() {
  const exitCode = await jest('test', {});
  if (args.length > 0) return exitCode;
  console.log('\nOn SQLite (one writer at a time):');
  return (await jest('sqlite', { TEST_DB_DIALECT: 'sqlite' }, ['test/server'])) || exitCode;
}

/** @returns {Promise<number>} jest's exit code */
async function jest(name, env, only = []) {
  const results = process.env.TEST_RESULTS_DIR;
  const report = results ? ['--json', `--outputFile=${join(results, `${name}.json`)}`] : [];
  const bin = join(root, 'node_modules/jest/bin/jest.js');
  const options = { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' };
  const child = spawn(process.execPath, [bin, ...report, ...args, ...only], options);
  const exited = once(child, 'exit');
  stop = async () => child.kill('SIGTERM') && exited;
  const [code] = await exited;
  return code ?? 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  // esbuild has printed its own errors already.
  if (!error.errors) console.error(error.message);
  process.exitCode = 1;
}
