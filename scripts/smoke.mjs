/**
 * One real boot of the packed plugin: the demo on a free port and in a folder of its own, driven by HTTP, stopped, and
 * started again on its data. Ends with 0 when everything was as it should be.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../demo/api.mjs';
import { ChildProcess } from './child-process.mjs';

const root = resolve(import.meta.dirname, '..');
const PLUGIN = 'nocobase-plugin-sequence-outbox';
const READY_LIMIT_MS = 600_000;
const STOP_LIMIT_MS = 60_000;

async function main(dir) {
  const settings = { DEMO_DIR: dir, PORT: String(await freePort()), DEMO_SAMPLE: '' };
  await withDemo(settings, async (api) => {
    await checkClients(api);
    // The sample has taken the first three.
    assert.equal((await api.post('orders:create', { title: 'One more' })).code, 'DH-00004');
    const invoice = await api.post('invoices:create', { amount: 10 });
    assert.match(invoice.number, /^INV-\d{4}-0004$/);
    const rows = await api.get('sequences:list');
    assert.ok(
      rows.some(
        ({ collection, field, current }) => collection === 'orders' && field === 'code' && Number(current) === 4,
      ),
    );
    console.log('smoke: numbers are given and listed');
    await checkEvents(api);
  });
  await withDemo(settings, async (api) => {
    assert.equal((await api.post('orders:create', { title: 'After a restart' })).code, 'DH-00005');
    console.log('smoke: a second start goes on with the data of the first');
  });
}

/** The sample's collections have their events on: each record made so far is told once, with its number. */
async function checkEvents(api) {
  let told = [];
  for (const limit = Date.now() + 30_000; told.length < 4 && Date.now() < limit; await sleep(200))
    told = (await api.get('entityEventLog:list?pageSize=100')).filter(({ type }) => type === 'Create_Order');
  const codes = told.map(({ payload }) => payload.data.after.code).sort();
  assert.deepEqual(codes, ['DH-00001', 'DH-00002', 'DH-00003', 'DH-00004']);
  console.log('smoke: every order is told once, with its number');
}

/** Both admin pages must get a bundle, or they show nothing at all. */
async function checkClients(api) {
  for (const list of ['pm:listEnabled', 'pm:listEnabledV2']) {
    const entry = (await api.get(list)).find(({ packageName }) => packageName === PLUGIN);
    assert.ok(entry, `${list} does not name the plugin`);
    const code = await (await fetch(new URL(entry.url, api.url))).text();
    assert.match(code, /^define\(\[/, `${entry.url} is no bundle`);
  }
  console.log('smoke: both client bundles are served');
}

/** Runs `npm run demo`, signs in, does the work, stops it by SIGTERM and checks that nothing is left. */
async function withDemo(settings, work) {
  const options = { cwd: root, env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] };
  const demo = new ChildProcess('npm', ['run', 'demo'], options, { signal: 'SIGTERM', graceMs: STOP_LIMIT_MS });
  try {
    const api = new Api(await readyUrl(demo));
    await api.signIn('admin@nocobase.com', 'admin123');
    await work(api);
  } finally {
    await demo.stop();
  }
  assert.deepEqual(await demo.exited, { code: 0, signal: null }, 'the demo did not end well');
  assert.deepEqual(await processesIn(settings.DEMO_DIR), [], 'the demo left processes behind');
  console.log('smoke: the demo stopped and left no process');
}

async function readyUrl(demo) {
  let output = '';
  demo.child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    output += chunk;
  });
  for (const limit = Date.now() + READY_LIMIT_MS; demo.running && Date.now() < limit; await sleep(200)) {
    const [, url] = output.match(/^ready: (\S+)/m) ?? [];
    if (url) return url;
  }
  throw new Error(demo.running ? 'the demo does not become ready' : 'the demo ended before it was ready');
}

/** The processes that name the folder on their command line; this needs Linux's /proc. */
async function processesIn(dir) {
  const commands = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(commandLine)
      .filter((command) => command.includes(dir));
  // The kernel may need a moment to clear away what was ended.
  for (let i = 0; i < 20 && commands().length > 0; i += 1) await sleep(100);
  return commands();
}

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has just ended.
    return '';
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((done, fail) => server.once('error', fail).listen(0, done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

const dir = mkdtempSync(join(tmpdir(), 'sequence-outbox-smoke-'));
try {
  await main(dir);
  console.log('smoke: ok');
} catch (error) {
  console.error(`smoke: ${error.stack}`);
  process.exitCode = 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
