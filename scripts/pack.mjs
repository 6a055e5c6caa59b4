/**
 * Builds the plugin and packs it into release/<name>-<version>.tgz, the file that a NocoBase app takes by upload or
 * by `nocobase pm add`.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from './build.mjs';
import { isMain } from './is-main.mjs';
import { tar } from './tar.mjs';

const root = resolve(import.meta.dirname, '..');

/** Without one of these the app, or its whole web page, does not start. */
const REQUIRED = ['server/index.js', 'client/index.js', 'client-v2/index.js', 'externalVersion.js'];

/**
 * Builds and packs.
 * @returns {Promise<{name: string, archive: string, root: string, paths: string[]}>} the archive, and the files in it by
 * their paths from `root`
 */
export async function pack() {
  await build();
  const missing = REQUIRED.filter((file) => !existsSync(join(root, 'dist', file)));
  if (missing.length > 0) throw new Error(`not packed, dist/ lacks ${missing.join(', ')}`);
  const { name, version, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const paths = ['package.json', ...files.flatMap(filesUnder)].sort();
  const archive = join(root, 'release', `${name}-${version}.tgz`);
  mkdirSync(dirname(archive), { recursive: true });
  // Renamed into place, so that nobody reads half an archive.
  writeFileSync(`${archive}.${process.pid}`, gzipSync(tar(root, paths, 'package')));
  renameSync(`${archive}.${process.pid}`, archive);
  return { name, archive, root, paths };
}

/** The file itself, every file of a folder, or nothing where the path does not exist yet. */
function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full).flatMap((name) => filesUnder(`${path}/${name}`));
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
