/** NocoBases in processes of their own that are killed again and again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const root = resolve(import.meta.dirname, '..');
require('../test/env.js');
require('../test/link-plugin.js').linkPlugin();

let count = 0;

/**
 * Starts one and waits until it answers.
 * @returns {Promise<{url: string, ended: Promise<unknown>, kill: () => Promise<void>}>}
 */
export async function startNode(settings) {
  const env = {
    ...process.env,
    NODE_SETTINGS: JSON.stringify(settings),
    STORAGE_PATH: join(tmpdir(), `sequence-outbox-soak-${process.pid}-${++count}`),
  };
  const child = spawn(process.execPath, [join(root, 'test/processes/node.mjs')], {
    cwd: root,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const port = await new Promise((found) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /^listening (\d+)$/.exec(line);
      if (match) found(match[1]);
    });
    child.once('exit', () => found(null));
  });
  return port ? { url: `http://127.0.0.1:${port}`, ended, kill } : { url: null, ended, kill };
}
