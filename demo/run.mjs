/**
 * `npm run demo`: a real NocoBase with this plugin, ready to be tried, on a machine that has Node and npm.
 * On SIGINT, SIGTERM or SIGHUP it stops all that it started and ends with 0; a second signal kills instead of waiting.
 * When it cannot go on it says why in one line and ends with 1.
 */
import { resolve } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`this needs Node 20.19 or later, and here is ${process.version}`);
  process.exit(1);
}
const { Demo } = await import('./demo.mjs');
const { describe } = await import('./failure.mjs');
const { readSettings } = await import('./settings.mjs');

const started = Date.now();
const say = (text) => console.log(`[demo ${((Date.now() - started) / 1000).toFixed(1)} s] ${text}`);

let demo;
let ending = false;

async function end(exitCode) {
  ending = true;
  await demo?.stop();
  process.exit(exitCode);
}

async function fail(error) {
  // A start that is being stopped fails in any way it likes.
  if (ending) return;
  console.error(`demo: ${describe(error)}`);
  await end(1);
}

/** A Ctrl-C comes twice, from the terminal and from npm; only what comes later is a second one. */
const SAME_SIGNAL_MS = 1000;
let stopped = 0;

function stop(reason) {
  if (ending) return Date.now() - stopped > SAME_SIGNAL_MS ? demo?.kill() : undefined;
  stopped = Date.now();
  say(`${reason}: stopping`);
  return end(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal));
if (process.env.npm_lifecycle_event) {
  // npm that is killed cannot pass the signal on.
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && !ending && void stop('npm has gone'), 1000).unref();
}
process.on('uncaughtException', (error) => void fail(error));

try {
  const settings = readSettings(resolve(import.meta.dirname, '..'), process.env);
  demo = new Demo(settings, say);
  await demo.start();
  if (!ending) {
    console.log(`ready: http://127.0.0.1:${settings.port} (${settings.login.email} / ${settings.login.password})`);
    await fail(await demo.broken);
  }
} catch (error) {
  await fail(error);
}
