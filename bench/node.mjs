/** NocoBase in processes of their own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const root = resolve(import.meta.dirname, '..');

/**
 * The small one that the tests start.
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 */
export async function startNode(settings) {
  require('../test/env.js');
  require('../test/link-plugin.js').linkPlugin();
  const env = {
    ...process.env,
    NODE_SETTINGS: JSON.stringify(settings),
    STORAGE_PATH: join(tmpdir(), `sequence-outbox-bench-${process.pid}`),
  };
  const { found, stop } = await start('test/processes/node.mjs', env, /^listening (\d+)$/);
  return { url: `http://127.0.0.1:${found}`, stop: () => stop('SIGKILL') };
}

/**
 * The demo, without its sample data, on a database of its own with everything in `dir`.
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 */
export async function startDemo(dir) {
  const env = { ...process.env, DEMO_DIR: dir, DEMO_SAMPLE: '0', PORT: String(await freePort()) };
  for (const name of ['DB_DIALECT', 'npm_lifecycle_event']) delete env[name];
  const { found, stop } = await start('demo/run.mjs', env, /^ready: (\S+)/);
  return { url: found, stop: () => stop('SIGTERM') };
}

/** Waits for a line that says that it can be used. */
async function start(script, env, ready) {
  const child = spawn(process.execPath, [join(root, script)], { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const found = await new Promise((done, failed) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = ready.exec(line);
      if (match) done(match[1]);
    });
    child.once('exit', (code) => failed(new Error(`${script} ended with ${code}`)));
  });
  const stop = async (signal) => {
    child.kill(signal);
    await exited;
  };
  return { found, stop };
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
