import { t } from '../../foundation/text-key';
import type { Database } from '@nocobase/database';
import { writeTransaction } from '../../foundation/write-transaction';
import { clock } from '../../foundation/clock';
import { NotFound } from '../../foundation/errors';
import type { CounterName, CounterRow } from '../counters/counter';
import { counterId } from '../counters/counter';
import type { Counters } from '../counters/counters';
import type { DataMaximum } from './data-maximum';
import type { NumberGroup, Progress, Span } from './number-reader';
import type { SequenceFieldLike } from '../field/field-locator';
import { declaredSequenceFields } from '../field/field-locator';
import type { FieldRule, FieldRules } from '../field/field-rule';
import type { Openings } from '../counters/opening';
import type { RepairRow } from './repair-row';
import { counterText, reported, skipped, unchanged, unread } from './repair-row';

/** What the tools of the Sequences page work with. */
export interface CounterTools {
  db: Database;
  rules: FieldRules;
  counters: Counters;
  data: DataMaximum;
  openings: Openings;
}

export interface RepairRequest {
  collection?: string;
  field?: string;
  /** Report only, change nothing. */
  dryRun?: boolean;
  /** Also lower counters to what the data uses; numbers already given out can then come again. */
  allowLower?: boolean;
}

type Target = { field: SequenceFieldLike; rule: FieldRule | null };

/**
 * Brings counters up to what the data already uses. Reads the data once, without locks, and raises each counter with one
 * short statement afterwards: creates go on beside it, and none of their numbers is ever lowered or repeated.
 */
export class Repair {
  private readonly db: Database;
  private readonly rules: FieldRules;
  private readonly counters: Counters;
  private readonly data: DataMaximum;
  private readonly openings: Openings;

  constructor(parts: CounterTools) {
    ({ db: this.db, rules: this.rules, counters: this.counters, data: this.data, openings: this.openings } = parts);
  }

  /** `progress` is told how many records were read, up to the sum of `size`. */
  async run(request: RepairRequest, progress?: Progress): Promise<RepairRow[]> {
    let rows: RepairRow[] = [];
    let done = 0;
    for (const target of this.targets(request)) {
      const records = progress ? await this.countRecords(target) : 0;
      const before = done;
      rows = rows.concat(
        await this.repairField(target, request, (current) => progress?.(before + Math.min(current, records))),
      );
      done += records;
      await progress?.(done);
    }
    return rows.concat(await this.orphans(request));
  }

  /** Records that a repair reads: the whole of its progress. */
  async size(request: RepairRequest): Promise<number> {
    let size = 0;
    for (const target of this.targets(request)) size += await this.countRecords(target);
    return size;
  }

  private countRecords({ field }: Target): Promise<number> {
    return field.collection.model.count();
  }

  /** The fields that a request means. @throws NotFound when it names one that is not there. */
  targets({ collection, field }: RepairRequest): Target[] {
    const wanted = declaredSequenceFields(this.db).filter(
      (found) => (!collection || found.collection.name === collection) && (!field || found.name === field),
    );
    if (wanted.length === 0 && (collection || field)) {
      throw new NotFound(t('There is no sequence field "{{field}}" in "{{collection}}".'), {
        collection: collection ?? '*',
        field: field ?? '*',
      });
    }
    return wanted.map((found) => ({ field: found, rule: this.rules.tryOf(found) }));
  }

  private async repairField({ field, rule }: Target, request: RepairRequest, progress: Progress): Promise<RepairRow[]> {
    if (!rule) return [skipped(field, t('The pattern of this field cannot work.'))];
    if (rule.pattern.counting.length === 0) return [skipped(field, t('This field has no counter.'))];
    let rows: RepairRow[] = [];
    for (const { index } of rule.pattern.counting)
      rows = rows.concat(await this.repairPart(rule, index, request, progress));
    return rows;
  }

  private async repairPart(
    rule: FieldRule,
    index: number,
    request: RepairRequest,
    progress: Progress,
  ): Promise<RepairRow[]> {
    const key = rule.pattern.parts[index]?.rule?.key as number;
    const family = { collection: rule.owner, field: rule.field, key };
    const { groups, unreadable, sample } = await this.data.groups(spanOf(this.db, rule, index), null, progress);
    const stored = new Map((await this.counters.rows(family)).map((row) => [counterId(row), row]));
    const rows: RepairRow[] = [];
    for (const group of groups) {
      const counter = { ...family, scope: group.scope, period: group.period };
      const row = this.storedFor(counter, stored, rule, index);
      stored.delete(counterId(row ?? counter));
      rows.push(await this.settle({ counter, row, group, rule, index, request }));
    }
    for (const row of stored.values()) {
      if (!isUnusedHead(row, rule, index)) rows.push(await this.withoutData(row, rule, index, request));
    }
    if (unreadable > 0) rows.push(unread(family, unreadable, sample));
    return rows.sort((a, b) => (counterText(a) < counterText(b) ? -1 : 1));
  }

  /** The row of a counter; one taken over from the built-in field counts for the period of its last number. */
  private storedFor(
    counter: CounterName,
    stored: Map<string, CounterRow>,
    rule: FieldRule,
    index: number,
  ): CounterRow | undefined {
    const found = stored.get(counterId(counter));
    if (found || counter.scope !== '' || counter.period === '') return found;
    const bare = stored.get(counterId({ ...counter, period: '' }));
    if (!bare?.lastGeneratedAt) return undefined;
    return this.openings.plan(rule, index, bare.lastGeneratedAt, []).counter.period === counter.period
      ? bare
      : undefined;
  }

  private async settle(part: Settling): Promise<RepairRow> {
    const { counter, row, group, rule, index, request } = part;
    const before = row?.current ?? null;
    if (!row || before === null || before < group.largest) {
      if (!request.dryRun) await this.raise(part);
      return reported(counter, before, group.largest, row ? 'raised' : 'created');
    }
    if (before === group.largest || !request.allowLower) return unchanged(counter, before);
    if (request.dryRun) return reported(counter, before, group.largest, 'lowered');
    return this.lower(row, counter, rule, index);
  }

  private async raise({ counter, group, rule, index }: Settling): Promise<void> {
    const at = group.latest ?? clock.now();
    const [row] = await this.counters.rows(counter);
    if (!row || row.current === null) {
      const opening = { ...this.openings.plan(rule, index, at, []), counter };
      await this.openings.openAt(opening, group.largest, null);
    }
    await this.counters.raise(counter, group.largest, at, null);
  }

  /**
   * Lowering holds the counter while the data is read again, so that no create slips in between: also one that had no
   * data before may have some by then.
   */
  private async lower(row: CounterRow, counter: CounterName, rule: FieldRule, index: number): Promise<RepairRow> {
    const start = rule.pattern.parts[index]?.rule?.start as bigint;
    return writeTransaction(this.db, async (transaction) => {
      const locked = await this.counters.lock(row.id, transaction);
      if (!locked || locked.current === null || locked.period !== row.period) return unchanged(counter, row.current);
      const { groups } = await this.data.groups(spanOf(this.db, rule, index), transaction);
      const found = groups.find(({ scope, period }) => scope === counter.scope && period === counter.period);
      const wanted = found?.largest ?? start - 1n;
      if (locked.current <= wanted) return unchanged(counter, locked.current);
      await this.counters.set(locked.id, wanted, transaction);
      return reported(counter, locked.current, wanted, 'lowered');
    });
  }

  private async withoutData(
    row: CounterRow,
    rule: FieldRule,
    index: number,
    request: RepairRequest,
  ): Promise<RepairRow> {
    const start = rule.pattern.parts[index]?.rule?.start as bigint;
    if (row.current === null || row.current < start || !request.allowLower) return unchanged(row, row.current);
    if (request.dryRun) return reported(row, row.current, start - 1n, 'lowered');
    return this.lower(row, row, rule, index);
  }

  /** Counters of fields that are gone, or that are something else now. */
  private async orphans({ collection, field }: RepairRequest): Promise<RepairRow[]> {
    const rows = await this.counters.rows({ ...(collection && { collection }), ...(field && { field }) });
    return rows.flatMap((row) => {
      const reason = this.orphanReason(row);
      return reason ? [{ ...reported(row, row.current, row.current, 'skipped'), reason }] : [];
    });
  }

  /** Why nothing draws from a stored counter; null when something does. */
  orphanReason(row: CounterRow): string | null {
    const collection = row.collection ? this.db.getCollection(row.collection) : undefined;
    if (!collection) return t('The collection does not exist.');
    const field = collection.getField(row.field);
    if (!field) return t('The field does not exist.');
    if (field.type !== 'sequence') return t('The field is not a sequence field.');
    const rule = this.rules.tryOf(field);
    const known = rule?.pattern.counting.some((part) => part.rule.key === row.key);
    return rule && !known ? t('No part of the pattern has this key.') : null;
  }
}

/** The row kept for the built-in field where every number has a scope: nothing draws from it. */
function isUnusedHead(row: CounterRow, rule: FieldRule, index: number): boolean {
  const scoped = (rule.pattern.parts[index]?.rule?.scope.length ?? 0) > 0;
  return scoped && row.scope === '' && row.current === null;
}

/** All numbers of one counting part. */
export function spanOf(db: Database, rule: FieldRule, index: number): Span {
  return { collection: db.getCollection(rule.owner), field: rule.field, pattern: rule.pattern, index, zone: rule.zone };
}

interface Settling {
  counter: CounterName;
  row: CounterRow | undefined;
  group: NumberGroup;
  rule: FieldRule;
  index: number;
  request: RepairRequest;
}
