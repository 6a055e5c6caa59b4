import type { Database } from '@nocobase/database';
import { clock } from '../../foundation/clock';
import { writeTransaction } from '../../foundation/write-transaction';
import type { Counters, Within } from '../counters/counters';
import { counterId } from '../counters/counter';
import type { DataMaximum } from '../repair/data-maximum';
import type { SequenceFieldLike } from './field-locator';
import { declaringCollection } from './field-locator';
import type { Pattern } from '../pattern/pattern';
import type { CounterRule } from '../pattern/segments/segment';
import { zoneOf } from '../pattern/zone';

/** What a field counts by: its pattern and its `timezone` option. */
export interface Counting {
  pattern: Pattern;
  timezone: unknown;
}

/**
 * Keeps counters right when a live field begins to count otherwise (resets, time zone, scope, base). Counters that are
 * left from a time when it counted like that before know nothing of the numbers given since; taken up as they are, they
 * would repeat them.
 */
export class RuleChange {
  constructor(
    private readonly db: Database,
    private readonly counters: Counters,
    private readonly data: DataMaximum,
  ) {}

  /**
   * Raises the counters that are there to what the data holds under the new rule. Missing ones are opened from it later.
   * The counters stay locked until `within` ends: saves that have a number by the old rule are over by then, and those
   * that wait find the new one.
   */
  async catchUp(field: SequenceFieldLike, before: Counting, after: Counting, within: Within): Promise<void> {
    if (!within) return writeTransaction(this.db, (transaction) => this.catchUp(field, before, after, transaction));
    const old = new Map(before.pattern.counting.map(({ rule }) => [rule.key, countsBy(before, rule)]));
    for (const { index, rule } of after.pattern.counting) {
      if (!old.has(rule.key) || old.get(rule.key) === countsBy(after, rule)) continue;
      const owner = declaringCollection(field.collection, field.name);
      const family = { collection: owner, field: field.name, key: rule.key as number };
      const stored = await this.counters.lockFamily(family, within);
      if (stored.every((row) => row.current === null)) continue;
      const known = new Set(stored.map(counterId));
      const { groups } = await this.data.groupsNow(
        {
          collection: this.db.getCollection(owner),
          field: field.name,
          pattern: after.pattern,
          index,
          zone: zoneOf(after.timezone),
        },
        within,
      );
      for (const { scope, period, largest, latest } of groups) {
        const counter = { ...family, scope, period };
        if (known.has(counterId(counter))) await this.counters.raise(counter, largest, latest ?? clock.now(), within);
      }
    }
  }
}

/** Equal for two rules that tell the same numbers apart in the same way. */
export function countsBy({ pattern, timezone }: Counting, { cycle, scope, base }: CounterRule): string {
  return JSON.stringify([base, scope, cycle, cycle === null ? null : [zoneOf(timezone), pattern.dateField]]);
}
