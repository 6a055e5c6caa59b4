import { lastFitting } from './capacity';
import type { PartResets } from './resets';
import { soonestReset } from './resets';
import type { Moment, Numbers } from './sample';
import { sample } from './sample';
import { LARGEST } from '../pattern/pattern';
import type { Pattern } from '../pattern/pattern';

/** The number at the end of a counter's digits, and the one that comes after it; null: it is refused. */
export interface Overflow {
  index: number;
  after: string;
  value: string | null;
}

/** For each counting part that has not passed its digits yet. Pure, but for random parts. */
export function overflowsOf(pattern: Pattern, moment: Moment, next: Numbers): Overflow[] {
  return pattern.counting.flatMap(({ index, rule }) => {
    const last = lastFitting(rule);
    if ((next.get(index) ?? rule.start) > last) return [];
    const at = (number: bigint): string | null => sample(pattern, moment, new Map(next).set(index, number));
    const after = at(last);
    return after === null ? [] : [{ index, after, value: last < LARGEST ? at(last + 1n) : null }];
  });
}

/** The first number after the soonest reset; null without resets. `opened`: first numbers of counters kept ahead. */
export function afterReset(
  pattern: Pattern,
  resets: PartResets[],
  next: Numbers,
  { zone, opened }: { zone: string; opened: Numbers },
): { value: string; at: Date } | null {
  const at = soonestReset(resets);
  if (!at) return null;
  const numbers = new Map(next);
  for (const { index, times } of resets) {
    if (times[0]?.getTime() !== at.getTime()) continue;
    const start = pattern.parts[index]?.rule?.start ?? 0n;
    numbers.set(index, opened.get(index) ?? start);
  }
  const value = sample(pattern, { at, zone }, numbers);
  return value === null ? null : { value, at };
}

/** The first number of a scope that has no counter yet; null when no part counts by scope. */
export function otherScope(pattern: Pattern, moment: Moment, next: Numbers): { value: string } | null {
  const scoped = pattern.counting.filter(({ rule }) => rule.scope.length > 0);
  if (scoped.length === 0) return null;
  const numbers = new Map(next);
  for (const { index, rule } of scoped) numbers.set(index, rule.start);
  const value = sample(pattern, moment, numbers);
  return value === null ? null : { value };
}

/** How likely the next number is taken already, for patterns in which nothing but chance tells numbers apart. */
export function chanceOf(
  pattern: Pattern,
  records: number,
): { combinations: string; records: number; odds: number } | null {
  if (!pattern.hasChance) return null;
  const { possibilities } = pattern;
  const odds = pattern.counting.length > 0 ? 0 : Math.min(1, records / Number(possibilities));
  return { combinations: possibilities.toString(), records, odds };
}
