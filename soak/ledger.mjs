/**
 * Two NocoBases on one database, twenty clients that write through HTTP, and SIGKILLs: at points named in the code and at
 * random. A trigger of the database's own books every committed change; afterwards the books are compared with what
 * followed. The platform's own workflow trigger has the same load.
 */
import { Sequelize } from 'sequelize';
import { booksOf, compareBooks } from './books.mjs';
import { Clients, post } from './clients.mjs';
import { startNode } from './nodes.mjs';

const CLIENTS = 20;
const SLOTS = 2;
/** Longest time that a process waits for its own end, in milliseconds. */
const LIFE = 6000;
/** How long what is left may take once nobody is killed any more, in milliseconds. */
const REST = 600_000;

/** Where processes end; `random` is anywhere. */
const POINTS = [
  'before-append',
  'after-append',
  'committed',
  'before-claim',
  'after-claim',
  'before-effect',
  'before-mark',
  'after-mark',
  'after-effect',
  'before-settle',
  'after-settle',
  'random',
];

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * @param {{database: object, kills: number, minutes: number, tell: (line: string) => void}} options ends after so many
 * kills and minutes, whichever is later
 * @returns {Promise<object>} the ledger
 */
export async function keepLedger({ database, kills, minutes, tell }) {
  const sequelize = new Sequelize({ ...database, logging: false, pool: { max: 3 } });
  const query = async (sql) => (await sequelize.query(sql))[0];
  const at = (name) => (database.schema ? `"${database.schema}"."${name}"` : name);
  const settings = { database: { ...database, pool: { max: 10 } }, plugins: ['workflow'] };
  settings.effects = { table: at('relay_test_effects') };
  await prepare(settings);
  for (const sql of booksOf(database.dialect, at)) await query(sql);

  const clients = new Clients();
  clients.start(CLIENTS);
  const until = Date.now() + minutes * 60_000;
  const killed = Object.fromEntries(POINTS.map((point) => [point, 0]));
  const ends = () => Object.values(killed).reduce((sum, count) => sum + count, 0);
  const goOn = () => ends() < kills || Date.now() < until;
  const count = (point) => {
    killed[point] += 1;
    if (ends() % 20 === 0) tell(`${ends()} kills, ${clients.acknowledged.length} writes acknowledged`);
  };
  await Promise.all(Array.from({ length: SLOTS }, () => killAgain({ settings, clients, goOn, count })));
  await clients.stop();

  tell(`${ends()} kills; waiting for what is left`);
  const last = await startNode(settings);
  const began = Date.now();
  await settled(query, at, database.dialect);
  const settledAfterSeconds = Math.round((Date.now() - began) / 1000);
  await atRest(async () => (await query(`SELECT COUNT(*) AS count FROM ${at('wf_effects')}`))[0].count);
  const ledger = await compareBooks(query, at, clients.acknowledged);
  await last.kill();
  await sequelize.close();
  return { dialect: database.dialect, kills: ends(), killedAt: killed, settledAfterSeconds, ...ledger };
}

/** One process after the other, each until it is killed. */
async function killAgain({ settings, clients, goOn, count }) {
  while (goOn()) {
    const point = POINTS[Math.floor(Math.random() * POINTS.length)];
    const dieAt = point === 'random' ? undefined : { point, times: 1 + Math.floor(Math.random() * 40) };
    const node = await startNode({ ...settings, dieAt });
    if (node.url) clients.urls.add(node.url);
    let isRandom = false;
    const life = dieAt ? LIFE : 500 + Math.random() * (LIFE - 500);
    const timer = setTimeout(() => {
      isRandom = true;
      void node.kill();
    }, life);
    await node.ended;
    clearTimeout(timer);
    clients.urls.delete(node.url);
    count(isRandom ? 'random' : point);
  }
}

/** What is written to, what tells its changes, and the platform's own workflow on it. */
async function prepare(settings) {
  const { url, kill } = await startNode({ ...settings, install: true });
  const id = { name: 'id', type: 'bigInt', autoIncrement: true, primaryKey: true, allowNull: false };
  const n = { name: 'n', type: 'bigInt' };
  const patterns = [{ type: 'integer', options: { digits: 6, start: 1 } }];
  const code = { name: 'code', type: 'sequence', interface: 'sequence', unique: true, patterns };
  await post(url, 'collections:create', { name: 'ledger', autoGenId: false, fields: [id, n, code] });
  await post(url, 'collections:create', { name: 'wf_effects', autoGenId: false, fields: [id, n] });
  await post(url, 'entityTypes:enable', { collections: ['ledger'] });
  const config = { collection: 'ledger', mode: 1 };
  const workflow = { title: 'ledger', type: 'collection', enabled: true, current: true, sync: false, config };
  const made = await post(url, 'workflows:create', workflow);
  await post(url, `workflows/${made.id}/nodes:create`, {
    type: 'create',
    title: 'effect',
    config: { collection: 'wf_effects', params: { values: { n: '{{$context.data.n}}' } } },
  });
  await kill();
}

/** Waits until every event is told, for REST at most: the ledger then says what is not. */
async function settled(query, at, dialect) {
  const off = dialect === 'postgres' ? 'false' : '0';
  const waiting = `SELECT COUNT(*) AS count FROM ${at('outbox_events')} WHERE published = ${off}`;
  const failed = `SELECT COUNT(*) AS count FROM ${at('failed_deliveries')} WHERE status <> 'done'`;
  for (const until = Date.now() + REST; Date.now() < until; await pause(200)) {
    const counts = [...(await query(waiting)), ...(await query(failed))].map(({ count }) => Number(count));
    if (counts.every((count) => count === 0)) return;
  }
}

/** Waits until a count stands still for ten seconds. */
async function atRest(count) {
  for (let before = -1, now = await count(); now !== before; now = await count()) {
    before = now;
    await pause(10_000);
  }
}
