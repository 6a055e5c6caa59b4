import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const START_LIMIT_MS = 600_000;

/**
 * The app to test: the running one that E2E_BASE_URL names, else a demo of its own in a temporary folder.
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 */
export async function openDemo() {
  const running = process.env.E2E_BASE_URL;
  if (running) return { url: running.replace(/\/+$/, ''), stop: async () => undefined };
  const dir = mkdtempSync(join(tmpdir(), 'e2e-demo-'));
  const port = await freePort();
  const demo = spawn(process.execPath, ['demo/run.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DEMO_DIR: dir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => demo.once('exit', done));
  const stop = async () => {
    demo.kill('SIGTERM');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    return { url: await readyUrl(demo, ended), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address in the line that the demo prints when it can be used. */
async function readyUrl(demo, ended) {
  const ready = new Promise((done) => {
    let printed = '';
    demo.stdout.on('data', (chunk) => {
      printed += String(chunk);
      const url = /^ready: (\S+)/m.exec(printed)?.[1];
      if (url) done(url);
    });
  });
  const late = AbortSignal.timeout(START_LIMIT_MS);
  const failed = new Promise((_, fail) => {
    late.addEventListener('abort', () => fail(new Error('the demo did not become ready in time')), { once: true });
    void ended.then((code) => fail(new Error(`the demo ended with code ${code} before it was ready`)));
  });
  return Promise.race([ready, failed]);
}

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
