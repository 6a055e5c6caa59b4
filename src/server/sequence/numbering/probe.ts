import { t } from '../../foundation/text-key';
import { randomInt } from 'node:crypto';
import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { Conflict } from '../../foundation/errors';
import type { Within } from '../counters/counters';
import type { FieldRule } from '../field/field-rule';
import { fieldSource } from '../repair/field-source';

const DRAWS = 20;
/** Up to this many possible numbers, the free ones are listed when chance does not find one. */
const LISTABLE = 20_000n;

/** Finds free numbers for unique fields whose numbers are made by chance alone. */
export class Probe {
  constructor(private readonly db: Database) {}

  /**
   * A number made by `write` that the table does not hold yet, nor this write (`written`, which it joins). At most twenty
   * tries; few possibilities are then listed. Another write may still take it first: the unique index decides that.
   * @throws Conflict when all possible numbers are used up, or none was found by chance.
   */
  async free(rule: FieldRule, write: () => string, written: Set<string>, within: Within): Promise<string> {
    for (let draw = 0; draw < DRAWS; draw++) {
      const candidate = write();
      if (written.has(candidate) || (await this.taken(rule, [candidate], within)).size > 0) continue;
      written.add(candidate);
      return candidate;
    }
    const left = rule.pattern.possibilities <= LISTABLE ? await this.left(rule, write, written, within) : [];
    if (left.length === 0) {
      throw new Conflict(t('No free number was found for "{{field}}". Give its random part more characters.'), {
        code: 'SEQUENCE_EXHAUSTED',
        params: { field: rule.field },
      });
    }
    const chosen = left[randomInt(left.length)];
    written.add(chosen);
    return chosen;
  }

  /** All numbers that are still free; found by asking for every one that chance makes in many more draws than there are. */
  private async left(rule: FieldRule, write: () => string, written: Set<string>, within: Within): Promise<string[]> {
    const all = new Set<string>();
    const draws = Number(rule.pattern.possibilities) * 15 + 100;
    for (let draw = 0; draw < draws && BigInt(all.size) < rule.pattern.possibilities; draw++) all.add(write());
    const taken = await this.taken(rule, [...all], within);
    return [...all].filter((value) => !taken.has(value) && !written.has(value));
  }

  private async taken(rule: FieldRule, values: string[], within: Within): Promise<Set<string>> {
    const source = fieldSource(this.db, this.db.getCollection(rule.owner), rule.field);
    const rows = await this.db.sequelize.query<{ value: string }>(
      `SELECT ${source.column} AS value FROM ${source.from} WHERE ${source.column} IN (:values)`,
      { type: QueryTypes.SELECT, replacements: { values }, transaction: within ?? null },
    );
    return new Set(rows.map((row) => row.value));
  }
}
