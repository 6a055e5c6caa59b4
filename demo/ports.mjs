/** Checks before the long work, which would otherwise fail late or, for the database, after minutes of tries. */
import { createConnection, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';

const DATABASE_PORTS = { postgres: 5432, mysql: 3306, mariadb: 3306 };
const TRIES = 10;

/** The app listens on all addresses; one that is in use on 127.0.0.1 alone counts as well. */
export async function assertPortIsFree(port) {
  for (const host of ['0.0.0.0', '127.0.0.1']) {
    const server = createServer();
    const error = await new Promise((done) => server.once('error', done).listen(port, host, () => done()));
    if (error?.code === 'EADDRINUSE') throw new Failure(`port ${port} is in use: stop what listens there or set PORT`);
    if (error?.code === 'EACCES') throw new Failure(`port ${port} is not for this user: set PORT to one above 1023`);
    if (error) throw new Failure(`port ${port} cannot be used: ${error.message}`);
    await new Promise((done) => server.close(done));
  }
}

/** The database that DB_* names must at least take connections; one that is starting has ten seconds. */
export async function assertDatabaseAnswers({ DB_DIALECT, DB_HOST, DB_PORT }) {
  const port = Number(DB_PORT || DATABASE_PORTS[DB_DIALECT]);
  if (!DB_HOST || !port) return;
  for (let i = 0; i < TRIES; i += 1) {
    if (await takesConnections(DB_HOST, port)) return;
    await sleep(1000);
  }
  throw new Failure(`no database answers at ${DB_HOST}:${port} (DB_HOST, DB_PORT)`);
}

function takesConnections(host, port) {
  return new Promise((done) => {
    const socket = createConnection({ host, port, timeout: 2000 });
    const end = (answer) => {
      socket.destroy();
      done(answer);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout']) socket.once(event, () => end(false));
  });
}
