import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

const TAIL_BYTES = 16 * 1024;

/** The end of a log file, without colours; '' when there is none. */
export function lastLines(file, count = 20) {
  if (!existsSync(file)) return '';
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    // eslint-disable-next-line no-control-regex -- an escape character is what starts a colour
    const plain = buffer.toString('utf8').replace(/\u001b\[[0-9;]*m/g, '');
    return plain.trimEnd().split('\n').slice(-count).join('\n');
  } finally {
    closeSync(handle);
  }
}
