import { performance } from 'node:perf_hooks';

/** A read that took this long is slow, in milliseconds; quick ones are made anew each time. */
const SLOW = 200;
/** What was read slowly is used again for this many times the time it took. */
const KEPT_FOR = 10;
/** Longest that anything is used again, in milliseconds. */
const LONGEST = 30_000;
const REMEMBERED = 32;

interface Kept {
  value: Promise<unknown>;
  /** Until when it is used again, on the clock of `performance`. */
  until: number;
}

/**
 * Reads of whole tables that an editor asks for at each keystroke, and forms whenever they open: those that ask the same
 * at the same time share one read, and the outcome of a slow one is used again for a while.
 */
export class SlowReads {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** `asked`: all that the outcome depends on, but for the data. A failed read is not kept. */
  get<Value>(asked: unknown, read: () => Promise<Value>): Promise<Value> {
    const key = JSON.stringify(asked, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
    const known = this.kept.get(key);
    if (known && known.until > this.now()) return known.value as Promise<Value>;
    const begun = this.now();
    const entry: Kept = { value: read(), until: Infinity };
    this.kept.delete(key);
    this.kept.set(key, entry);
    const drop = (): void => {
      if (this.kept.get(key) === entry) this.kept.delete(key);
    };
    entry.value.then(() => {
      const took = this.now() - begun;
      if (took < SLOW) drop();
      else entry.until = this.now() + Math.min(took * KEPT_FOR, LONGEST);
    }, drop);
    if (this.kept.size > REMEMBERED) this.kept.delete(this.kept.keys().next().value as string);
    return entry.value as Promise<Value>;
  }
}
