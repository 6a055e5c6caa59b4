import { clock } from '../../foundation/clock';
import type { CounterRow } from '../counters/counter';
import type { Counters, Within } from '../counters/counters';
import type { DuplicateValues } from '../integrity/duplicates';
import type { FieldRule } from '../field/field-rule';
import { periodOf } from '../pattern/period';
import { duplicateChanges } from './duplicate-change';
import type { Highest, LiveChange } from './live-changes';
import { digitChanges, shapeChanges } from './live-changes';

/** Judges new rules of a live field by its counters and its data. Only reads. */
export class FieldChanges {
  constructor(
    private readonly counters: Counters,
    private readonly duplicates: DuplicateValues,
  ) {}

  /** What makes new rules impossible: the same for the editor's preview and for the save. */
  async errors(before: FieldRule, after: FieldRule, within?: Within): Promise<LiveChange[]> {
    const digits = digitChanges(before, after, await this.highest(before, within));
    if (!after.unique || before.unique) return digits;
    return [...digits, ...duplicateChanges(await this.duplicates.find(after.owner, before.field, within))];
  }

  /** Errors, and what the save would do to the shape of numbers and to the counters. */
  async all(before: FieldRule, after: FieldRule): Promise<LiveChange[]> {
    return [...(await this.errors(before, after)), ...shapeChanges(before, after, await this.highest(before))];
  }

  private async highest({ owner, field, pattern, zone }: FieldRule, within?: Within): Promise<Highest> {
    const rows = await this.counters.rows({ collection: owner, field }, within);
    const cycles = new Map(pattern.counting.map(({ rule }) => [rule.key, rule.cycle]));
    return (key) => {
      const present = periodOf(clock.now(), cycles.get(key) ?? null, zone).key;
      return rows
        .filter((row) => row.key === key && (row.period === '' || row.period >= present))
        .reduce<bigint | null>(highestOf, null);
    };
  }
}

function highestOf(highest: bigint | null, { current }: CounterRow): bigint | null {
  return current !== null && (highest === null || current > highest) ? current : highest;
}
