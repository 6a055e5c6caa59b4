import { t } from '../../foundation/text-key';
import type { Database } from '@nocobase/database';
import { writeTransaction } from '../../foundation/write-transaction';
import type { Transaction } from 'sequelize';
import { clock } from '../../foundation/clock';
import { Busy, Conflict, InvalidInput, NotFound } from '../../foundation/errors';
import type { Actor } from '../../foundation/actor';
import type { ChangeLog } from '../history/change-log';
import type { CounterName, CounterRow } from './counter';
import type { Counters, Within } from './counters';
import type { DataMaximum } from '../repair/data-maximum';
import type { FieldRule, FieldRules } from '../field/field-rule';
import type { Openings } from './opening';
import { LARGEST } from '../pattern/pattern';
import type { CounterTools } from '../repair/repair';
import { isScopeText } from '../numbering/scope';
import { spanOf } from '../repair/repair';

export interface SetNextRequest {
  collection: string;
  field: string;
  key?: number;
  scope?: string;
  period?: string;
  next: bigint;
  /** Accept that numbers given out already come again. */
  force?: boolean;
  /** For the history of changes. */
  actor?: Actor;
}

/** Sets the number that a counter gives next. */
export class SetNext {
  private readonly db: Database;
  private readonly rules: FieldRules;
  private readonly counters: Counters;
  private readonly data: DataMaximum;
  private readonly openings: Openings;

  constructor(
    parts: CounterTools,
    private readonly log: ChangeLog,
  ) {
    ({ db: this.db, rules: this.rules, counters: this.counters, data: this.data, openings: this.openings } = parts);
  }

  /** Holds the counter from the check to the change, so that no create comes in between. @throws Conflict for a used number. */
  async run(request: SetNextRequest): Promise<{ before: bigint | null; next: bigint; counter: CounterName }> {
    const rule = this.rules.named(request.collection, request.field);
    const index = partOf(rule, request.key);
    this.checkNext(request, rule, index);
    this.checkScope(request.scope ?? '', rule, index);
    const counter = this.counterOf(rule, index, request);
    await this.ensure(counter, rule, index);
    const [row] = await this.counters.rows(counter);
    return writeTransaction(this.db, async (transaction) => {
      const locked = row && (await this.counters.lock(row.id, transaction));
      if (!locked) throw new NotFound(t('There is no such counter.'), {});
      // Turned to another period since it was looked up.
      if (locked.period !== counter.period) throw new Busy();
      if (!request.force) await this.refuseUsed(request.next, locked, rule, { index, transaction });
      await this.counters.set(locked.id, request.next - 1n, transaction);
      const start = startOf(rule, index);
      const next = request.next > start ? request.next : start;
      const from = locked.current !== null && locked.current >= start ? locked.current + 1n : start;
      const change = { action: 'setNext' as const, ...counter, from: from.toString(), to: next.toString() };
      const detail = request.force ? { force: true } : null;
      await this.log.add({ ...change, detail }, request.actor ?? { origin: 'code' }, transaction);
      return { before: locked.current, next, counter };
    });
  }

  private counterOf(rule: FieldRule, index: number, request: SetNextRequest): CounterName {
    const now = this.openings.plan(rule, index, clock.now(), []).counter;
    return { ...now, scope: request.scope ?? '', period: request.period ?? now.period };
  }

  /** A counter that was never used is opened first, by what the data holds. */
  private async ensure(counter: CounterName, rule: FieldRule, index: number): Promise<void> {
    const [row] = await this.counters.rows(counter);
    if (row && row.current !== null) return;
    const at = counter.period ? new Date(counter.period) : clock.now();
    if (Number.isNaN(at.getTime()))
      throw new InvalidInput([{ message: t('The period is not the start of one.'), path: 'period' }]);
    const planned = this.openings.plan(rule, index, at, []);
    if (planned.counter.period !== counter.period)
      throw new InvalidInput([{ message: t('The period is not the start of one.'), path: 'period' }]);
    const used = await this.usedIn(counter, rule, index, null);
    await this.openings.openAt({ ...planned, counter }, used ?? planned.rule.start - 1n, null);
  }

  private async refuseUsed(
    next: bigint,
    row: CounterRow,
    rule: FieldRule,
    { index, transaction }: { index: number; transaction: Transaction },
  ): Promise<void> {
    const used = await this.usedIn(row, rule, index, transaction);
    const start = startOf(rule, index);
    const highest = [used, row.current !== null && row.current >= start ? row.current : null].reduce(
      (a, b) => (a === null || (b !== null && b > a) ? b : a),
      null,
    );
    if (highest === null || next > highest) return;
    throw new Conflict(t('The numbers up to {{used}} are used already. Going below them repeats numbers.'), {
      code: 'SEQUENCE_NUMBER_USED',
      params: { used: highest.toString() },
    });
  }

  /** Read within the transaction that holds the counter: those who wait for it may have all other connections. */
  private async usedIn(counter: CounterName, rule: FieldRule, index: number, within: Within): Promise<bigint | null> {
    const { groups } = await this.data.groups(spanOf(this.db, rule, index), within);
    return groups.find((group) => group.scope === counter.scope && group.period === counter.period)?.largest ?? null;
  }

  private checkNext({ next, force }: SetNextRequest, rule: FieldRule, index: number): void {
    const start = startOf(rule, index);
    if (next < 0n || next > LARGEST) {
      throw new InvalidInput([
        { message: t('The next number must be a whole number that is not negative.'), path: 'next' },
      ]);
    }
    if (next < start && !force) {
      const message = t('The next number must not be below the first one, {{start}}.');
      throw new InvalidInput([{ message, path: 'next', params: { start: start.toString() } }]);
    }
  }

  /** A counter that nothing draws from would be set in vain. */
  private checkScope(scope: string, rule: FieldRule, index: number): void {
    const counts = (rule.pattern.parts[index]?.rule?.scope.length ?? 0) > 0;
    if (counts && scope === '')
      throw new InvalidInput([{ message: t('This field counts by scope: name the scope.'), path: 'scope' }]);
    if (counts ? isScopeText(scope) : scope === '') return;
    throw new InvalidInput([{ message: t('The scope is not one of this field.'), path: 'scope' }]);
  }
}

function startOf(rule: FieldRule, index: number): bigint {
  return rule.pattern.parts[index]?.rule?.start as bigint;
}

function partOf(rule: FieldRule, key: number | undefined): number {
  const counting = rule.pattern.counting;
  const found =
    key === undefined
      ? counting.length === 1
        ? counting[0]
        : undefined
      : counting.find((part) => part.rule.key === key);
  if (found) return found.index;
  throw new InvalidInput([
    key === undefined && counting.length > 1
      ? { message: t('This field has several counters: name the key.'), path: 'key' }
      : { message: t('The field has no such counter.'), path: 'key' },
  ]);
}
