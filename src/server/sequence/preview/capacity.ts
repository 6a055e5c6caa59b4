import type { CounterRow } from '../counters/counter';
import { LARGEST } from '../pattern/pattern';
import type { CounterRule } from '../pattern/segments/segment';

/** How many numbers a counter has room for, as decimal texts. */
export interface Capacity {
  /** The last number that fits into the digits. */
  max: string;
  /** How many are left in the period that runs. */
  left: string;
  /** How many a past period used, on average; null while none is past. */
  average: { count: string; periods: number } | null;
}

/** The last number that fits into a counter's digits, and into the counter itself. */
export function lastFitting({ base, digits }: Pick<CounterRule, 'base' | 'digits'>): bigint {
  const last = BigInt(base) ** BigInt(digits) - 1n;
  return last < LARGEST ? last : LARGEST;
}

/** `next`: the number to come; `period`: the key of the period that runs; `rows`: all counters of the part. Pure. */
export function capacityOf(rule: CounterRule, next: bigint, period: string, rows: CounterRow[]): Capacity {
  const max = lastFitting(rule);
  const left = max - next + 1n;
  return { max: max.toString(), left: (left > 0n ? left : 0n).toString(), average: averageOf(rule, period, rows) };
}

function averageOf({ cycle, start }: CounterRule, period: string, rows: CounterRow[]): Capacity['average'] {
  if (cycle === null) return null;
  const past = rows.filter((row) => row.period !== '' && row.period < period && (row.current ?? -1n) >= start);
  if (past.length === 0) return null;
  const sum = past.reduce((total, row) => total + (row.current as bigint) - start + 1n, 0n);
  const count = (sum + BigInt(past.length) / 2n) / BigInt(past.length);
  return { count: count.toString(), periods: new Set(past.map((row) => row.period)).size };
}
