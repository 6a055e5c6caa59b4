/** Brings node_modules/ to what package-lock.json says. Needs nothing but Node and npm, and imports no package. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildProcess } from './child-process.mjs';
import { isMain } from './is-main.mjs';

const root = resolve(import.meta.dirname, '..');
const PROGRESS_EVERY_MS = 15_000;
/** npm tidies up first when it is asked to stop, and that can take longer than the installation. */
const STOP_GRACE_MS = 3000;

/** npm did not install everything. `output` holds the end of what it printed. */
export class InstallError extends Error {
  constructor(command, code, output) {
    const reason = output.split('\n').find((line) => /^npm (error|ERR!) (?!code|syscall|errno|path|dest)/.test(line));
    super(
      `${command} failed (exit code ${code}): ${(reason ?? 'see its output above').replace(/^npm (error|ERR!) /, '')}`,
    );
    this.output = output;
  }
}

/**
 * Installs when a package is missing or is another version than the lock file's; otherwise does nothing.
 * @param {object} [options]
 * @param {(text: string) => void} [options.say] told what goes on, also while npm itself is silent
 * @param {(npm: ChildProcess) => void} [options.own] given npm's process, so that a caller who is stopped can stop it
 * @throws {InstallError}
 */
export async function ensureInstalled({ say = console.log, own = () => {} } = {}) {
  const wanted = readLock('package-lock.json');
  const present = readLock('node_modules/.package-lock.json');
  if (present && wanted && isSame(wanted, present)) return;
  // `npm ci` begins by emptying node_modules/: right for a first or an interrupted install, needless for a changed one.
  await npm([wanted && !present ? 'ci' : 'install'], { say, own });
}

function readLock(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

function isSame(wanted, present) {
  return Object.entries(wanted)
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.optional && !entry.link)
    .every(([path, entry]) => present[path]?.version === entry.version);
}

async function npm(args, { say, own }) {
  const command = `npm ${args.join(' ')}`;
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  say(`installing packages (${command}; a few minutes the first time)`);
  const script = process.env.npm_execpath ?? '';
  const [program, ...rest] = /\.c?js$/.test(script) ? [process.execPath, script, ...args] : ['npm', ...args];
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] };
  const running = new ChildProcess(program, rest, options, { signal: 'SIGTERM', graceMs: STOP_GRACE_MS });
  own(running);
  const output = collect(running.child);
  const closed = new Promise((done) => running.child.once('close', done));
  const progress = setInterval(() => say(`installing packages: ${seconds()} s`), PROGRESS_EVERY_MS);
  const { code, signal, error } = await running.exited;
  clearInterval(progress);
  // The end of its output comes after the exit, and never while something else holds the pipe.
  await Promise.race([closed, sleep(1000, undefined, { ref: false })]);
  if (code !== 0) throw new InstallError(command, code ?? signal ?? error.code, output());
  say(`packages installed in ${seconds()} s`);
}

/** Passes the process's output on and keeps the end of it. */
function collect(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      process.stderr.write(chunk);
      text = (text + chunk).slice(-20_000);
    });
  }
  return () => text;
}

if (isMain(import.meta.url)) {
  ensureInstalled().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
