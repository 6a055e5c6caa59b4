// MariaDB and MySQL have no schemas, and an installation of NocoBase empties its database: so each worker (Jest numbers
// them from 1) of each run has one of its own. The account may make databases whose names begin with `sequence_test_`
// (scripts/services.mjs makes the account).
const WORKERS = 4;
const PREFIX = 'sequence_test_';
const RUN = `${PREFIX}${process.pid}`;

module.exports = { makeDatabases, dropDatabases };

async function makeDatabases() {
  if (!['mariadb', 'mysql'].includes(process.env.TEST_DB_DIALECT)) return;
  await withConnection(async (query) => {
    for (const name of await leftovers(query)) await query(`DROP DATABASE ${name}`);
    for (let worker = 1; worker <= WORKERS; worker++) {
      await query(`CREATE DATABASE ${RUN}_${worker} CHARACTER SET utf8mb4`);
    }
  });
  process.env.TEST_MYSQL_DATABASE = RUN;
}

async function dropDatabases() {
  if (process.env.TEST_MYSQL_DATABASE !== RUN) return;
  await withConnection(async (query) => {
    for (let worker = 1; worker <= WORKERS; worker++) await query(`DROP DATABASE IF EXISTS ${RUN}_${worker}`);
  });
}

/** Databases of runs that were killed. */
async function leftovers(query) {
  const databases = await query('SHOW DATABASES');
  return databases
    .map(({ Database: name }) => name)
    .filter((name) => /^\d+_\d+$/.test(name.replace(PREFIX, '')) && !isRunning(Number(name.split('_')[2])));
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function withConnection(run) {
  const mysql = require('mysql2/promise');
  const { env } = process;
  const connection = await mysql.createConnection({
    host: env.TEST_MYSQL_HOST ?? '127.0.0.1',
    port: Number(env.TEST_MYSQL_PORT ?? 3306),
    user: env.TEST_MYSQL_USER ?? 'sequence_test',
    password: env.TEST_MYSQL_PASSWORD ?? 'sequence_test',
  });
  try {
    await run(async (sql) => (await connection.query(sql))[0]);
  } finally {
    await connection.end();
  }
}
