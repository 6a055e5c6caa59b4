/** The NocoBase app as a process: start, wait until it serves, stop. */
import { tmpdir } from 'node:os';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildProcess } from '../scripts/child-process.mjs';
import { Failure } from './failure.mjs';
import { lastLines } from './log.mjs';

const START_LIMIT_MS = 10 * 60_000;
const STOP_GRACE_MS = 20_000;
const PROGRESS_EVERY_MS = 10_000;
/** A socket's path must be shorter than this on every system. */
const SOCKET_PATH_LIMIT = 100;

/** The codes with which the app says that it gave up; every other answer means that it is still at work. */
const GAVE_UP = new Set(['APP_ERROR', 'COMMAND_ERROR', 'APP_NOT_INSTALLED_ERROR', 'APP_STOPPED']);

/** One NocoBase server in the demo's folder. */
export class NocoBase {
  /**
   * @param {object} options
   * @param {string} options.dir the demo's folder, with the app's node_modules in it
   * @param {number} options.port
   * @param {Record<string, string>} options.env the database and what else the server shall see
   * @param {(text: string) => void} options.say
   * @param {(part: ChildProcess) => void} options.own given each process as soon as it runs
   */
  constructor({ dir, port, env, say, own }) {
    this.dir = dir;
    this.url = `http://127.0.0.1:${port}`;
    this.log = join(dir, 'app.log');
    this.say = say;
    this.own = own;
    this.env = launchEnv(dir, { ...env, APP_PORT: String(port) });
    closeSync(openSync(this.log, 'w'));
  }

  /**
   * Starts the server, which installs or upgrades the app first, and returns when it serves requests.
   * @param {{upgrade?: boolean}} [options] without `upgrade` an app of this very version skips that pass
   */
  async start({ upgrade = true } = {}) {
    const output = openSync(this.log, 'a');
    const main = join(this.env.APP_PACKAGE_ROOT, 'lib/index.js');
    const env = { SKIP_SAME_VERSION_UPGRADE: String(!upgrade), ...this.env };
    const options = { cwd: this.dir, env, stdio: ['ignore', output, output] };
    const ending = { signal: 'SIGTERM', graceMs: STOP_GRACE_MS };
    this.process = new ChildProcess(process.execPath, [main, 'start', '--quickstart'], options, ending);
    closeSync(output);
    this.own(this.process);
    await this.served();
  }

  /** Resolves when the app serves requests; fails when it ends or gives up before. */
  async served() {
    const started = Date.now();
    let told = started;
    for (;;) {
      if (!this.process.running) throw this.failure('NocoBase ended while it started');
      const { ok, code, message } = await this.state();
      if (ok) return;
      if (GAVE_UP.has(code)) throw this.failure(`NocoBase does not start: ${message}`);
      if (Date.now() - started > START_LIMIT_MS) throw this.failure('NocoBase does not become ready');
      if (Date.now() - told > PROGRESS_EVERY_MS) {
        told = Date.now();
        this.say(`NocoBase is starting${message ? `: ${message}` : ''}`);
      }
      await sleep(300);
    }
  }

  /** What the server says of itself: {ok}, or {code, message} of the reason why it does not serve yet. */
  async state() {
    try {
      const answer = await fetch(`${this.url}/api/__health_check`, { signal: AbortSignal.timeout(10_000) });
      if (answer.ok) return { ok: true };
      const { error } = await answer.json();
      return { ok: false, code: error?.code, message: String(error?.message ?? '').split('\n')[0] };
    } catch {
      // Not listening yet, or too busy to answer.
      return { ok: false };
    }
  }

  async stop() {
    await this.process?.stop();
  }

  /** The failure with the end of the server's log. */
  failure(message) {
    return new Failure(`${message} (${this.log}):`, lastLines(this.log));
  }
}

/** The environment of NocoBase's own launcher, with all that the app writes inside the demo's folder. */
function launchEnv(dir, env) {
  const temporary = join(dir, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const socket = join(dir, 'storage/gateway.sock');
  const base = {
    APP_ENV: 'production',
    DB_POOL_MAX: '20',
    INIT_ROOT_EMAIL: 'admin@nocobase.com',
    INIT_ROOT_PASSWORD: 'admin123',
    INIT_ROOT_USERNAME: 'nocobase',
    INIT_ROOT_NICKNAME: 'Super Admin',
    TMPDIR: temporary,
    ...(socket.length < SOCKET_PATH_LIMIT
      ? {}
      : { SOCKET_PATH: join(tmpdir(), `sequence-outbox-demo-${process.pid}.sock`) }),
    ...env,
  };
  const script = join(import.meta.dirname, 'app-env.cjs');
  return JSON.parse(execFileSync(process.execPath, [script], { cwd: dir, env: base, encoding: 'utf8' }));
}
