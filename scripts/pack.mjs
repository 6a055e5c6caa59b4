/**
 * Builds the plugin and packs it into release/<name>-<version>.tgz, the file that a NocoBase app takes by upload or
 * by `nocobase pm add`.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from './build.mjs';
import { isMain } from './is-main.mjs';
import { tar } from './tar.mjs';

const root = resolve(import.meta.dirname, '..');

/** Without one of these the app, or its whole web page, does not start. */
const REQUIRED = ['server/index.js', 'client/index.js', 'client-v2/index.js', 'externalVersion.js'];

/**
 * Builds and packs.
 * @param {{dist?: string, release?: string}} [folders] to build and to pack into, when the repository's own are to be
 * left alone
 * @returns {Promise<{name: string, archive: string, entries: {path: string, file: string}[]}>} the archive, and what is
 * in it
 */
export async function pack({ dist = join(root, 'dist'), release = join(root, 'release') } = {}) {
  await build(dist);
  const missing = REQUIRED.filter((file) => !existsSync(join(dist, file)));
  if (missing.length > 0) throw new Error(`not packed, the build lacks ${missing.join(', ')}`);
  const { name, version, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = ['package.json', ...files]
    .flatMap((path) => entriesUnder(path, path === 'dist' ? dist : join(root, path)))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const archive = join(release, `${name}-${version}.tgz`);
  mkdirSync(release, { recursive: true });
  // Renamed into place, so that nobody reads half an archive.
  writeFileSync(`${archive}.${process.pid}`, gzipSync(tar(entries, 'package')));
  renameSync(`${archive}.${process.pid}`, archive);
  return { name, archive, entries };
}

/** The file itself, every file of a folder, or nothing where there is neither yet. */
function entriesUnder(path, file) {
  if (!existsSync(file)) return [];
  if (statSync(file).isFile()) return [{ path, file }];
  return readdirSync(file).flatMap((name) => entriesUnder(`${path}/${name}`, join(file, name)));
}

if (isMain(import.meta.url)) {
  try {
    console.log(relative(root, (await pack()).archive));
  } catch (error) {
    // esbuild has printed its own errors already.
    if (!error.errors) console.error(error.message);
    process.exitCode = 1;
  }
}
