import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

const TAIL_BYTES = 64 * 1024;
const STACK_LINES = 6;

/**
 * The end of a log file: its warnings and errors and whatever is no JSON, or the plain end when there are none of these.
 * '' when there is no such file.
 */
export function lastLines(file, count = 20) {
  if (!existsSync(file)) return '';
  const lines = tail(file).trimEnd().split('\n');
  const telling = lines.flatMap(readable);
  return (telling.length > 0 ? telling : lines).slice(-count).join('\n');
}

function tail(file) {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    const text = buffer.toString('utf8');
    // Where the file is longer, the first line is only the end of one.
    return size > buffer.length ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(handle);
  }
}

function readable(line) {
  if (!line.startsWith('{')) return [line];
  try {
    const { level, message, stack, extra } = JSON.parse(line);
    // The gateway repeats the reason for every request that it cannot serve.
    if (!['warn', 'error', 'fatal'].includes(level) || extra?.method === 'responseErrorWithCode') return [];
    return (stack ?? `${level}: ${message}`).split('\n').slice(0, STACK_LINES);
  } catch {
    return [line];
  }
}
