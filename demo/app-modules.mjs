import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';

/** The app writes into these, so they must not share their files with the repository. */
const WRITTEN_BY_THE_APP = ['@nocobase/app', '@nocobase/cli-v1', '@nocobase/cli'];

/** Not copied: the tests link the repository itself in there, and the app gets the plugin by upload. */
const PLUGIN = 'nocobase-plugin-sequence-outbox';

/** No hard link there: another file system, somebody else's file, too many links, or a file system that has none. */
const NO_LINK = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Gives the app a node_modules of its own, made of hard links: seconds, and hardly any space. The app puts plugins and
 * its index page into it, so demos with their own folders do not meet, and the repository's stays as npm made it.
 * Kept until npm has installed something else.
 * @param {string} source the repository's node_modules
 * @param {string} target
 */
export async function linkModules(source, target) {
  const installed = readFileSync(join(source, '.package-lock.json'), 'utf8');
  const stamp = `${target}.lock`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === installed) return;
  rmSync(stamp, { force: true });
  rmSync(target, { recursive: true, force: true });
  await copyFolder(source, target, linkOrCopy);
  for (const name of WRITTEN_BY_THE_APP) {
    rmSync(join(target, name), { recursive: true });
    await copyFolder(join(source, name), join(target, name), copy);
  }
  writeFileSync(stamp, installed);
}

/** Folders anew, files by `place`; other work gets its turn after each folder. */
async function copyFolder(source, target, place) {
  mkdirSync(target, { recursive: true });
  await breathe();
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.name === PLUGIN) continue;
    // A linked folder is a package under tools/: the relative link would lead nowhere from the copy.
    if (entry.isDirectory() || (entry.isSymbolicLink() && isFolder(from))) await copyFolder(from, to, place);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else place(from, to);
  }
}

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!NO_LINK.has(error.code)) throw error;
    copy(from, to);
  }
}

function copy(from, to) {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
}
