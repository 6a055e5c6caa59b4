// Makes users and databases for the tests on the machine's own PostgreSQL and MariaDB/MySQL. Where they are and who may
// make users there can be said in TEST_PG_ADMIN_URL and TEST_MYSQL_ADMIN_URL.
const fs = require('node:fs');

const NAME = 'sequence_test';
/** Jest numbers its workers from 1; each has a database of its own where the database has no schemas. */
const WORKERS = 4;

const SOCKETS = ['/run/mysqld/mysqld.sock', '/var/run/mysqld/mysqld.sock', '/tmp/mysql.sock'];

module.exports = async function prepareServices(dialect) {
  const prepare = { postgres: preparePostgres, mariadb: prepareMysql, mysql: prepareMysql }[dialect];
  if (!prepare) throw new Error(`No service is known for TEST_DB_DIALECT=${dialect}.`);
  try {
    await prepare();
  } catch (error) {
    throw new Error(`The ${dialect} service cannot be used: ${error.message || error.code}`, { cause: error });
  }
};

async function preparePostgres() {
  const { Client } = require('pg');
  const url = new URL(process.env.TEST_PG_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres');
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [NAME]);
    if (role.rowCount === 0) await client.query(`CREATE ROLE ${NAME} LOGIN PASSWORD '${NAME}'`);
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [NAME]);
    if (database.rowCount === 0)
      await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME} ENCODING 'UTF8' TEMPLATE template0`);
  } finally {
    await client.end();
  }
  Object.assign(process.env, {
    TEST_PG_PORT: url.port || '5432',
    TEST_PG_USER: NAME,
    TEST_PG_PASSWORD: NAME,
    TEST_PG_DATABASE: NAME,
  });
}

async function prepareMysql() {
  const mysql = require('mysql2/promise');
  const socketPath = SOCKETS.find((file) => fs.existsSync(file));
  const options = process.env.TEST_MYSQL_ADMIN_URL
    ? { uri: process.env.TEST_MYSQL_ADMIN_URL }
    : { user: 'root', ...(socketPath ? { socketPath } : { host: '127.0.0.1', port: 3306 }) };
  const connection = await mysql.createConnection(options);
  try {
    for (const host of ['localhost', '127.0.0.1', '%']) {
      await connection.query(`CREATE USER IF NOT EXISTS '${NAME}'@'${host}' IDENTIFIED BY '${NAME}'`);
      await connection.query(`GRANT ALL ON \`${NAME}\\_%\`.* TO '${NAME}'@'${host}'`);
    }
    for (let worker = 1; worker <= WORKERS; worker++) {
      await connection.query(`CREATE DATABASE IF NOT EXISTS ${NAME}_${worker} CHARACTER SET utf8mb4`);
    }
  } finally {
    await connection.end();
  }
  Object.assign(process.env, { TEST_MYSQL_USER: NAME, TEST_MYSQL_PASSWORD: NAME });
}
