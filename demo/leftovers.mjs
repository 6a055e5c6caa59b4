/** What runs in a demo folder, remembered across a demo that was killed and could not stop its own processes. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';

const fileIn = (dir) => join(dir, 'processes.json');

/**
 * Takes the folder for this process.
 * @param {string} dir the demo's folder, made here when it does not exist
 * @returns {number[]} processes of an earlier demo that may still run; check each with `endProcess`
 * @throws {Failure} when another demo is running there
 */
export function takeFolder(dir) {
  mkdirSync(dir, { recursive: true });
  const earlier = existsSync(fileIn(dir)) ? JSON.parse(readFileSync(fileIn(dir), 'utf8') || '[]') : [];
  const [demo, ...rest] = earlier;
  if (demo && demo !== process.pid && commandOf(demo).includes('demo/run.mjs')) {
    throw new Failure(`a demo is running in ${dir} already (process ${demo}): stop it or set DEMO_DIR`);
  }
  remember(dir, [process.pid]);
  return rest;
}

/** Notes the processes of the running demo, itself first. */
export function remember(dir, pids) {
  writeFileSync(fileIn(dir), JSON.stringify(pids));
}

/** Gives the folder back after a clean stop. */
export function leaveFolder(dir) {
  rmSync(fileIn(dir), { force: true });
}

/**
 * Ends a process that an earlier demo left, if it is still the one we think: its command line must hold `mark`.
 * @returns {Promise<boolean>} whether there was one
 */
export async function endProcess(pid, mark, signal = 'SIGTERM') {
  const lives = () => commandOf(pid).includes(mark);
  if (!lives()) return false;
  for (const [name, seconds] of [
    [signal, 10],
    ['SIGKILL', 5],
  ]) {
    process.kill(pid, name);
    for (let i = 0; i < seconds * 10 && lives(); i += 1) await sleep(100);
    if (!lives()) return true;
  }
  throw new Failure(`process ${pid}, left by an earlier demo, does not end: stop it by hand`);
}

/** The command line of a process, '' when there is none. */
export function commandOf(pid) {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
