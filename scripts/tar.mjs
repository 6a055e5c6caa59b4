/**
 * A ustar archive that keeps each file's own modification time. `npm pack` sets 1985 on all of them, and a host then
 * serves the client bundle of the previous build from the browser's cache.
 */
import { statSync, readFileSync } from 'node:fs';

const BLOCK = 512;

/**
 * Archives the files under `prefix`.
 * @param {{path: string, file: string}[]} entries `path` inside the archive, with forward slashes and at most 155 + 100
 * characters with the prefix, and `file` to read
 * @param {string} prefix folder inside the archive
 * @returns {Buffer} the archive, not compressed
 */
export function tar(entries, prefix) {
  const parts = entries.flatMap(({ path, file }) => {
    const content = readFileSync(file);
    const { mtimeMs } = statSync(file);
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    return [header(`${prefix}/${path}`, content.length, mtimeMs), content, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function header(path, size, mtimeMs) {
  const { prefix, name } = splitPath(path);
  const block = Buffer.alloc(BLOCK);
  const octal = (value, length) => value.toString(8).padStart(length - 1, '0');
  block.write(name, 0, 100);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(Math.floor(mtimeMs / 1000), 12), 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\u000000', 257);
  block.write(prefix, 345, 155);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)}\u0000 `, 148);
  return block;
}

function splitPath(path) {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path };
  const cut = path.indexOf('/', path.length - 101);
  const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)];
  if (cut < 0 || Buffer.byteLength(prefix) > 155) throw new Error(`${path}: too long for the archive`);
  return { prefix, name };
}
