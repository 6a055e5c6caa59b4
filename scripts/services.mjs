/**
 * The database servers of this machine, each made ready for the tests: an account that may make databases of its own.
 * TEST_PG_* and TEST_MYSQL_* name others, which are taken as they are.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createConnection as connectTcp } from 'node:net';
import { userInfo } from 'node:os';

const HOST = '127.0.0.1';
const NAME = 'sequence_test';
const MYSQL_SOCKET = '/run/mysqld/mysqld.sock';

/**
 * @returns {Promise<{name: string, env: Record<string, string> | undefined, embedded?: boolean}[]>} `env` is what the
 * tests need to run there; without it the server is not to be had
 */
export async function findServices() {
  const postgres = await findPostgres();
  const mariadb = await findMariadb();
  return [
    { name: 'PostgreSQL', env: { TEST_DB_DIALECT: 'postgres', ...postgres }, embedded: !postgres },
    // The tests' setup starts a PostgreSQL of its own unless it is told of one; these need none.
    { name: 'MariaDB', env: mariadb && { TEST_PG_PORT: '5432', ...postgres, TEST_DB_DIALECT: 'mariadb', ...mariadb } },
  ];
}

async function findPostgres() {
  const { env } = process;
  if (env.TEST_PG_PORT) return {};
  if (!(await listens(5432))) return undefined;
  const { Client } = (await import('pg')).default;
  const login = async (user, password, database, sql) => {
    const client = new Client({ host: HOST, port: 5432, user, password, database });
    try {
      await client.connect();
      for (const statement of sql) await client.query(statement).catch(ignoreExisting);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const setup = [
    `create role ${NAME} login password '${NAME}'`,
    `alter role ${NAME} createdb`,
    `create database ${NAME} owner ${NAME}`,
  ];
  const administrators = [
    [env.PGUSER, env.PGPASSWORD],
    [userInfo().username, ''],
    ['postgres', 'postgres'],
    ['postgres', ''],
  ];
  // Divides by zero where the role may not make databases.
  const check = 'select 1 / (select count(*) from pg_roles where rolname = current_user and rolcreatedb)';
  const isReady = () => login(NAME, NAME, NAME, [check]);
  for (const [user, password] of administrators) {
    if (await isReady()) break;
    if (user) await login(user, password, 'postgres', setup);
  }
  if (!(await isReady())) setUpAsPostgres(setup);
  if (!(await isReady())) throw new Error(notReady('PostgreSQL', 5432, 'TEST_PG_PORT, TEST_PG_USER, TEST_PG_PASSWORD'));
  return { TEST_PG_PORT: '5432', TEST_PG_USER: NAME, TEST_PG_PASSWORD: NAME, TEST_PG_DATABASE: NAME };
}

/** How a fresh Debian server lets its administrator in. */
function setUpAsPostgres(statements) {
  for (const statement of statements) {
    spawnSync('runuser', ['-u', 'postgres', '--', 'psql', '-qc', statement], { stdio: 'ignore' });
  }
}

async function findMariadb() {
  const { env } = process;
  if (env.TEST_MYSQL_PORT || env.TEST_MYSQL_HOST) return {};
  if (!(await listens(3306))) return undefined;
  const mariadb = await import('mariadb');
  const login = async (options, sql) => {
    let connection;
    try {
      connection = await mariadb.default.createConnection({ connectTimeout: 3000, ...options });
      for (const statement of sql) await connection.query(statement);
      return true;
    } catch {
      return false;
    } finally {
      await connection?.end();
    }
  };
  const own = { host: HOST, user: NAME, password: NAME };
  const check = [`create database if not exists ${NAME}_check`, `drop database ${NAME}_check`];
  const setup = [HOST, 'localhost', '%'].flatMap((host) => [
    `create user if not exists '${NAME}'@'${host}' identified by '${NAME}'`,
    `grant all on \`sequence\\_test\\_%\`.* to '${NAME}'@'${host}'`,
  ]);
  const administrators = [
    { host: HOST, user: env.MYSQL_USER ?? 'root', password: env.MYSQL_PASSWORD ?? env.MYSQL_ROOT_PASSWORD ?? '' },
    { host: HOST, user: 'root', password: 'root' },
    ...(existsSync(MYSQL_SOCKET) ? [{ socketPath: MYSQL_SOCKET, user: 'root' }] : []),
  ];
  for (const administrator of administrators) {
    if (await login(own, check)) break;
    await login(administrator, setup);
  }
  if (!(await login(own, check))) throw new Error(notReady('MariaDB', 3306, 'TEST_MYSQL_PORT, TEST_MYSQL_USER, …'));
  return { TEST_MYSQL_PORT: '3306', TEST_MYSQL_USER: NAME, TEST_MYSQL_PASSWORD: NAME };
}

/** A role or database that exists already is what we want. */
function ignoreExisting(error) {
  if (!['42710', '42P04'].includes(error.code)) throw error;
}

function notReady(name, port, variables) {
  return `${name} answers on port ${port}, but no account for the tests can be made there: name one in ${variables}`;
}

function listens(port) {
  return new Promise((done) => {
    const socket = connectTcp({ host: HOST, port, timeout: 2000 });
    const end = (answer) => {
      socket.destroy();
      done(answer);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout']) socket.once(event, () => end(false));
  });
}
