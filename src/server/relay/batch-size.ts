import type { Entry } from './outbox-entries';

/** Entries of one batch at least, unless they are large. */
export const SMALLEST_BATCH = 100;
const LARGEST_BATCH = 1000;
/** Characters of one batch that are aimed at: what one read may bring into memory, about. */
const CHARACTERS = 2_000_000;

/**
 * How many entries to read next, from what the last read brought: more while they are small and there are as many as asked
 * for, fewer when they are large. Pure.
 */
export function nextBatch(asked: number, found: Array<Pick<Entry, 'payload'>>): number {
  if (found.length === 0) return asked;
  const size = found.reduce((sum, { payload }) => sum + payload.length, 0) / found.length;
  const fitting = Math.max(1, Math.floor(CHARACTERS / Math.max(1, size)));
  const wanted = found.length < asked ? asked : Math.max(asked * 2, SMALLEST_BATCH);
  return Math.min(wanted, fitting, LARGEST_BATCH);
}
