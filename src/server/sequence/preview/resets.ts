import type { Pattern } from '../pattern/pattern';
import type { Period } from '../pattern/period';
import { periodOf } from '../pattern/period';

/** How many resets to come are shown. */
const SHOWN = 3;

/** When a counting part starts again: the period that runs, and the next resets. */
export interface PartResets {
  index: number;
  cycle: string;
  period: Period;
  times: Date[];
}

/** The resets of all parts that have some, seen from an instant. Pure. */
export function resetsOf(pattern: Pattern, zone: string, at: Date): PartResets[] {
  return pattern.counting.flatMap(({ index, rule: { cycle } }) => {
    if (cycle === null) return [];
    const period = periodOf(at, cycle, zone);
    const times: Date[] = [];
    for (let end = period.end; end && times.length < SHOWN; end = periodOf(end, cycle, zone).end) times.push(end);
    return [{ index, cycle, period, times }];
  });
}

/** The first reset to come of any part; null when none ever comes. */
export function soonestReset(resets: PartResets[]): Date | null {
  const times = resets.flatMap(({ times: [first] }) => (first ? [first.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
