import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { counterId } from '../counters/counter';
import type { Counters } from '../counters/counters';
import type { DuplicateValues } from './duplicates';
import type { FieldRule, FieldRules } from '../field/field-rule';
import { fieldSource } from '../repair/field-source';
import type { Gap, Id } from './gaps';
import { gapsIn } from './gaps';
import { NeighbourSearch } from './gap-neighbours';
import { StreamedNumbers } from '../repair/numbers-streamed';
import { spanOf } from '../repair/repair';

export interface IntegrityCounts {
  /** Records in all, and those without a number. */
  total: number;
  nulls: number;
  /** True when a counter is below the data, so that its next number is taken already. */
  behind: boolean;
  /** Values that do not have the pattern's shape. */
  unreadable: number;
}

export interface IntegrityReport extends IntegrityCounts {
  duplicates: Array<{ value: string; count: number; ids: Id[] }>;
  /** Numbers between the first possible and the last given one that no record has (deleted, skipped or never used). */
  gaps: Gap[];
  /** Some of the records without a number, and of those with one of another shape. */
  nullIds: Id[];
  unreadableIds: Id[];
}

/** Most gaps and duplicates that a report lists, most records that it names of one kind, and of one value. */
const MOST_LISTED = 1000;
const MOST_NAMED = 20;
const MOST_OF_VALUE = 5;

/** Compares a field's numbers with its counters. Reads without locks; memory: eight bytes for each number. */
export class Integrity {
  private readonly numbers: StreamedNumbers;

  constructor(
    private readonly db: Database,
    private readonly rules: FieldRules,
    private readonly counters: Counters,
    private readonly doubled: DuplicateValues,
  ) {
    this.numbers = new StreamedNumbers(db);
  }

  /** `neighbours: false` saves the second reading of the data that finds the records beside gaps. */
  async report(collection: string, field: string, { neighbours = true } = {}): Promise<IntegrityReport> {
    const rule = this.rules.named(collection, field);
    const report: IntegrityReport = {
      ...(await this.countRecords(rule)),
      duplicates: await this.duplicates(rule),
      gaps: [],
      behind: false,
      unreadable: 0,
      nullIds: await this.nullIds(rule),
      unreadableIds: [],
    };
    for (const { index } of rule.pattern.counting) await this.checkPart(rule, index, { report, neighbours });
    return report;
  }

  private async checkPart(
    rule: FieldRule,
    index: number,
    { report, neighbours }: { report: IntegrityReport; neighbours: boolean },
  ): Promise<void> {
    const counterRule = rule.pattern.parts[index]?.rule;
    if (!counterRule) return;
    const numbers = new Map<string, { scope: string; period: string; seen: bigint[] }>();
    const unreadableIds: Id[] = [];
    let unreadable = 0;
    for await (const read of this.numbers.read(spanOf(this.db, rule, index), null)) {
      if (read.number === null) {
        unreadable += 1;
        if (read.id !== null && unreadableIds.length < MOST_NAMED) unreadableIds.push(read.id);
      } else if (read.told) {
        const id = JSON.stringify([read.scope, read.period]);
        const group = numbers.get(id) ?? { scope: read.scope, period: read.period, seen: [] };
        group.seen.push(read.number);
        numbers.set(id, group);
      }
    }
    if (unreadable > report.unreadable) Object.assign(report, { unreadable, unreadableIds });
    const family = { collection: rule.owner, field: rule.field, key: counterRule.key as number };
    const current = new Map((await this.counters.rows(family)).map((row) => [counterId(row), row.current]));
    const search = new NeighbourSearch();
    for (const { scope, period, seen } of numbers.values()) {
      const sorted = BigInt64Array.from(seen).sort();
      const gaps = gapsIn(sorted, counterRule.start, MOST_LISTED - report.gaps.length);
      report.gaps.push(...gaps.map((gap) => search.wanted({ scope, period, ...gap, before: null, after: null })));
      const stored =
        current.get(counterId({ ...family, scope, period })) ??
        current.get(counterId({ ...family, scope, period: '' })) ??
        null;
      if (stored === null || stored < sorted[sorted.length - 1]) report.behind = true;
    }
    if (!neighbours || search.isEmpty) return;
    for await (const read of this.numbers.read(spanOf(this.db, rule, index), null)) search.see(read);
  }

  private async countRecords(rule: FieldRule): Promise<{ total: number; nulls: number }> {
    const source = fieldSource(this.db, this.db.getCollection(rule.owner), rule.field);
    const rows = await this.db.sequelize.query<{ total: string; filled: string }>(
      `SELECT COUNT(*) AS total, COUNT(NULLIF(TRIM(${source.column}), '')) AS filled FROM ${source.from}`,
      { type: QueryTypes.SELECT },
    );
    const total = Number(rows[0]?.total ?? 0);
    return { total, nulls: total - Number(rows[0]?.filled ?? 0) };
  }

  private async nullIds(rule: FieldRule): Promise<Id[]> {
    const source = fieldSource(this.db, this.db.getCollection(rule.owner), rule.field);
    if (!source.primaryKey) return [];
    const rows = await this.db.sequelize.query<{ id: Id }>(
      `SELECT ${source.primaryKey} AS id FROM ${source.from}
       WHERE NULLIF(TRIM(${source.column}), '') IS NULL ORDER BY ${source.primaryKey} LIMIT ${MOST_NAMED}`,
      { type: QueryTypes.SELECT },
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Values that stand more than once. In a field that counts by scope or period the same value may stand once in each,
   * so those found in the database are then looked at record by record.
   */
  private async duplicates(rule: FieldRule): Promise<IntegrityReport['duplicates']> {
    const found = await this.doubled.filled(rule.owner, rule.field, MOST_LISTED);
    const parted = rule.pattern.counting.find((part) => part.rule.scope.length > 0 || part.rule.cycle !== null);
    if (found.length === 0 || !parted) return found;
    const counts = new Map<string, { value: string; count: number; ids: Id[] }>();
    const values = found.map(({ value }) => value);
    for await (const read of this.numbers.read({ ...spanOf(this.db, rule, parted.index), values }, null)) {
      const id = JSON.stringify([read.value, read.scope, read.period]);
      const known = counts.get(id) ?? { value: read.value, count: 0, ids: [] };
      known.count += 1;
      if (read.id !== null && known.ids.length < MOST_OF_VALUE) known.ids.push(read.id);
      counts.set(id, known);
    }
    return [...counts.values()].filter(({ count }) => count > 1).sort((x, y) => y.count - x.count);
  }
}
