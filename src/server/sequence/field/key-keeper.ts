import type { CounterRow } from '../counters/counter';
import type { Counters, Within } from '../counters/counters';
import { MOST_PARTS } from '../pattern/pattern';
import { isKeyless, keysOf, roleOf, storedPatterns } from './field-options';
import type { FreeKey } from './key-match';

/** Patterns whose counters may have lost their keys. */
export interface Keyless {
  patterns: unknown[];
  /** The patterns that they replace, if any. */
  before: unknown;
  /** Whose counters may be there already; null for a field that is new. */
  field: { collection: string; field: string } | null;
  newKey: () => number;
}

/**
 * Keeps the counters of a field through all edits: a counting part that comes without its key gets the one it had, from
 * the pattern that is replaced or, when the part was gone for a while, from the counters that are still there.
 */
export class KeyKeeper {
  constructor(private readonly counters: Counters) {}

  /** The patterns with a key for each counter. Only reads. */
  async restore({ patterns, before, field, newKey }: Keyless, within?: Within): Promise<unknown[]> {
    // Left as they are, for the check to refuse: there are not keys enough for any number of parts.
    if (patterns.length > MOST_PARTS) return patterns;
    const missing = patterns.some(isKeyless);
    const rows = missing && field ? await this.counters.rows(field, within) : [];
    const known = Array.isArray(before) ? before.flatMap(freeKeyOf) : [];
    const named = new Set(known.map(({ key }) => key));
    return storedPatterns(patterns, [known, gone(rows).filter(({ key }) => !named.has(key))], newKey);
  }
}

function freeKeyOf(entry: unknown): FreeKey[] {
  const [key] = keysOf([entry]);
  if (key === undefined) return [];
  return [{ key, ...roleOf(entry) }];
}

/** The keys of stored counters that gave numbers, the one used last first. */
function gone(rows: CounterRow[]): FreeKey[] {
  const used = rows.filter((row) => row.current !== null);
  const lastUse = (key: number): number =>
    Math.max(...used.filter((row) => row.key === key).map((row) => row.lastGeneratedAt?.getTime() ?? 0));
  return [...new Set(used.map((row) => row.key))]
    .sort((a, b) => lastUse(b) - lastUse(a))
    .map((key) => ({
      key,
      resets: used.some((row) => row.key === key && row.period !== ''),
      scoped: used.some((row) => row.key === key && row.scope !== ''),
    }));
}
