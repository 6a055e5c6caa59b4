/** A NocoBase in a process of its own: the one that the tests start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../test/env.js');
require('../test/link-plugin.js').linkPlugin();

let count = 0;

/** @returns {Promise<{url: string, stop: () => Promise<void>}>} */
export async function startNode(settings) {
  const script = resolve(import.meta.dirname, '../test/processes/node.mjs');
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      NODE_SETTINGS: JSON.stringify(settings),
      STORAGE_PATH: join(tmpdir(), `sequence-outbox-bench-${process.pid}-${++count}`),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const port = await new Promise((done, failed) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^listening (\d+)$/.exec(line)?.[1];
      if (found) done(found);
    });
    child.once('exit', (code) => failed(new Error(`NocoBase ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
