import type { CounterName } from '../counters/counter';
import { counterId } from '../counters/counter';
import type { FieldRule } from '../field/field-rule';
import type { Opening } from '../counters/opening';

/** One record's wish at one counter: a number of its own, or that the counter is at least a given one. */
export interface Wish {
  /** Place of the record in the write, and of the part in the pattern. */
  record: number;
  part: number;
  rule: FieldRule;
  opening: Opening;
  /** Set for a number that came from outside. */
  given?: bigint;
}

/** What a record's parts were given, by record and part. */
export type Given = Map<string, bigint>;

/** One counter and its wishes in the order of the records. */
export interface CounterQueue {
  counter: CounterName;
  wishes: Wish[];
}

/**
 * Puts the wishes of a write into queues, one for each counter, in the order in which counters are locked everywhere: so
 * two writes that need the same counters never wait for each other.
 */
export function queues(wishes: Wish[]): CounterQueue[] {
  const byCounter = new Map<string, CounterQueue>();
  for (const wish of wishes) {
    const id = counterId(wish.opening.counter);
    const queue = byCounter.get(id) ?? { counter: wish.opening.counter, wishes: [] };
    queue.wishes.push(wish);
    byCounter.set(id, queue);
  }
  return [...byCounter.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, queue]) => queue);
}

/** What one statement does: give numbers to these wishes, or raise the counter. */
export type Step = { draw: Wish[] } | { to: bigint; at: Date };

/**
 * Cuts a queue into the fewest statements: blanks in a row are one draw, given numbers in a row one raise to the highest
 * of them. A given number that the counter has passed already (`reached`) changes nothing and ends no run.
 */
export function* steps(wishes: Wish[], reached: () => bigint | null): Generator<Step> {
  let run: Wish[] = [];
  let raise: { to: bigint; at: Date } | null = null;
  for (const { given, ...wish } of wishes) {
    if (given === undefined) {
      if (raise) yield raise;
      raise = null;
      run.push(wish);
      continue;
    }
    if (isPassed(given, reached()) || isPassed(given, raise?.to ?? null)) continue;
    if (run.length > 0) yield { draw: run };
    run = [];
    if (!isPassed(given, reached())) raise = { to: given, at: wish.opening.at };
  }
  if (run.length > 0) yield { draw: run };
  if (raise) yield raise;
}

function isPassed(given: bigint, reached: bigint | null): boolean {
  return reached !== null && given <= reached;
}

/** Key of one part of one record in `Given`. */
export function wishId(record: number, rule: FieldRule, part: number): string {
  return `${record} ${part} ${rule.owner} ${rule.field}`;
}
