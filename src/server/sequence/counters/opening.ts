import type { Collection, Database } from '@nocobase/database';
import { writeTransaction } from '../../foundation/write-transaction';
import type { Transaction } from 'sequelize';
import type { CounterName, CounterRow } from './counter';
import type { Counters, Within } from './counters';
import type { DataMaximum } from '../repair/data-maximum';
import type { Span } from '../repair/number-reader';
import type { FieldRule } from '../field/field-rule';
import { periodOf } from '../pattern/period';
import { scopeText } from '../numbering/scope';
import { scopeValues } from '../numbering/scope-values';
import type { CounterRule } from '../pattern/segments/segment';

/** A counter to open, with what is needed to find its first value. */
export interface Opening {
  counter: CounterName;
  rule: CounterRule;
  /** The data its numbers stand in, limited to its scope and period. */
  span: Span;
  at: Date;
  /** The period that an instant lies in, as stored. */
  periodAt: (instant: Date) => string;
}

/** Finds the number that a counter goes on after. */
type Floor = (within: Within) => Promise<bigint>;

/**
 * Opens counters that have no row yet, or one that never gave a number: from the largest number in the data of its scope
 * and period, else from the start. So first use after an import, a restore or a re-enable repeats nothing. Safe to call
 * by many writers at once; afterwards the row is there and the draw is made again.
 */
export class Openings {
  constructor(
    private readonly db: Database,
    private readonly counters: Counters,
    private readonly data: DataMaximum,
  ) {}

  /** The counter for a time and a combination of scope values, with all that opening it needs. Touches nothing. */
  plan(field: FieldRule, index: number, at: Date, scope: readonly unknown[]): Opening {
    const rule = field.pattern.parts[index]?.rule as CounterRule;
    const period = periodOf(at, rule.cycle, field.zone);
    const { owner, pattern, zone } = field;
    const collection = this.db.getCollection(owner);
    const scopes = scopeValues(this.db, collection, rule.scope, scope);
    return {
      counter: {
        collection: owner,
        field: field.field,
        key: rule.key as number,
        scope: scopeText(scopes),
        period: period.key,
      },
      rule,
      at,
      span: { collection, field: field.field, pattern, index, zone, scope: scopes, period },
      periodAt: (instant) => periodOf(instant, rule.cycle, zone).key,
    };
  }

  async open(opening: Opening, within: Within): Promise<void> {
    await this.openFrom(opening, (transaction) => this.floor(opening, transaction), within);
  }

  /** The number that an unopened counter goes on after, by what the data holds. Only reads. */
  async floor(opening: Opening, within: Within): Promise<bigint> {
    const { rule } = opening;
    const used = (await this.isNextOfUntold(opening, within)) ? null : await this.data.largest(opening.span, within);
    return used !== null && used >= rule.start ? used : rule.start - 1n;
  }

  /**
   * Where neither a record nor its number tells a date, the data tells no periods apart. Once such a field has counted, a
   * period that is not there yet is simply the next one.
   */
  private async isNextOfUntold({ counter, rule, span }: Opening, within: Within): Promise<boolean> {
    const { collection, pattern } = span;
    if (rule.cycle === null || pattern.hasDate || hasTime(collection)) return false;
    const { field, key, scope } = counter;
    const rows = await this.counters.rowsNow({ collection: counter.collection, field, key, scope }, within);
    return rows.some((row) => row.current !== null && row.current >= rule.start);
  }

  /** Opens a counter that goes on after `floor`; one that is further already stays. */
  openAt(opening: Opening, floor: bigint, within: Within): Promise<void> {
    return this.openFrom(opening, async () => floor, within);
  }

  /**
   * The data is read once the head is held. A change of the field's rules holds it, too, and waits for all who have a
   * number by the old ones: so none of those numbers is missed, and nothing is opened by rules that are about to go.
   */
  private async openFrom(opening: Opening, floorOf: Floor, within: Within): Promise<void> {
    const { counter } = opening;
    const head = counter.scope === '' ? await this.counters.head(counter, within) : null;
    if (head) return this.inTransaction(within, (transaction) => this.turnHead(opening, head.id, floorOf, transaction));
    if (within) await this.counters.holdRules(counter, within);
    const floor = await floorOf(within);

    // A new row is committed at once, so that two first users never wait for each other's record.
    const [own] = await this.counters.rows(counter, within);
    if (own) return this.counters.lift(own.id, floor, within);
    await this.counters.addOutside(counter, { current: floor, at: opening.at }, within);
  }

  /**
   * The head row always holds the newest period, since that is the row the built-in field would go on with: a newer
   * period moves the old values to a row of their own. The row stays locked until the record's transaction ends; who
   * waited for it finds it turned and draws again.
   */
  private async turnHead(opening: Opening, id: CounterRow['id'], floorOf: Floor, within: Transaction): Promise<void> {
    const { counter, rule, at } = opening;
    const head = await this.counters.lock(id, within);
    if (!head) return;
    const floor = await floorOf(within);
    const period = periodOfHead(head, opening);
    // A counter that no longer resets goes on after all its periods.
    if (period === counter.period || rule.cycle === null) {
      return this.turn(head, counter.period, larger(head.current, floor), within);
    }
    if (counter.period > period) {
      await this.turn(head, counter.period, floor, within);
      await this.keep({ ...head, period }, within);
      return;
    }
    if (period !== head.period) await this.turn(head, period, head.current, within);
    await this.counters.addOutside(counter, { current: floor, at }, within);
  }

  /** A row of that period beside the head (from a time when the field counted otherwise) is merged into it. */
  private async turn(head: CounterRow, period: string, current: bigint | null, within: Transaction): Promise<void> {
    const { collection, field, key, scope } = head;
    const found = await this.counters.rowsNow({ collection, field, key, scope, period }, within);
    let highest = current;
    for (const { id } of found.filter((row) => String(row.id) !== String(head.id))) {
      const other = await this.counters.lock(id, within);
      // Where it was seen, it may stand no longer.
      if (other?.period !== period) continue;
      await this.counters.removeRow(other.id, within);
      if (other.current !== null) highest = larger(highest, other.current);
    }
    await this.counters.turn(head, period, highest, within);
  }

  private async keep(old: CounterRow, within: Transaction): Promise<void> {
    if (old.current === null) return;
    await this.counters.add(old, { current: old.current, at: old.lastGeneratedAt }, within);
    await this.counters.raise(old, old.current, old.lastGeneratedAt ?? new Date(0), within);
  }

  private async inTransaction(within: Within, run: (transaction: Transaction) => Promise<void>): Promise<void> {
    if (within) return run(within);
    await writeTransaction(this.db, run);
  }
}

/** A row taken over from the built-in field has no period yet; it is that of the last number it gave. */
export function periodOfHead(head: CounterRow, { counter, periodAt }: Pick<Opening, 'counter' | 'periodAt'>): string {
  if (head.current === null) return counter.period;
  if (head.period !== '' || counter.period === '') return head.period;
  return head.lastGeneratedAt ? periodAt(head.lastGeneratedAt) : counter.period;
}

function hasTime(collection: Collection): boolean {
  return Object.hasOwn(collection.model.rawAttributes, 'createdAt');
}

function larger(a: bigint | null, b: bigint): bigint {
  return a !== null && a > b ? a : b;
}
