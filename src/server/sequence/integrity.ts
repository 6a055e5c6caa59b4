import { t } from '../foundation/text-key';
import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { NotFound } from '../foundation/errors';
import { counterId } from './counter';
import type { Counters } from './counters';
import type { FieldRule, FieldRules } from './field-rule';
import { fieldSource } from './field-source';
import { StreamedNumbers } from './numbers-streamed';
import { spanOf } from './repair';

export interface Gap {
  scope: string;
  period: string;
  from: string;
  to: string;
}

export interface IntegrityReport {
  /** Records in all, and those without a number. */
  total: number;
  nulls: number;
  duplicates: Array<{ value: string; count: number }>;
  /** Numbers between the first possible and the last given one that no record has (deleted, skipped or never used). */
  gaps: Gap[];
  /** True when a counter is below the data, so that its next number is taken already. */
  behind: boolean;
  /** Values that do not have the pattern's shape. */
  unreadable: number;
}

/** Most gaps and duplicates that a report lists. */
const MOST_LISTED = 1000;

/** Compares a field's numbers with its counters. Reads without locks; memory: eight bytes for each number. */
export class Integrity {
  constructor(
    private readonly db: Database,
    private readonly rules: FieldRules,
    private readonly counters: Counters,
  ) {}

  async report(collection: string, field: string): Promise<IntegrityReport> {
    const rule = this.rules.find(collection, field);
    if (!rule)
      throw new NotFound(t('There is no sequence field "{{field}}" in "{{collection}}".'), { collection, field });
    const report: IntegrityReport = {
      ...(await this.countRecords(rule)),
      duplicates: await this.duplicates(rule),
      gaps: [],
      behind: false,
      unreadable: 0,
    };
    for (const { index } of rule.pattern.counting) await this.checkPart(rule, index, report);
    return report;
  }

  private async checkPart(rule: FieldRule, index: number, report: IntegrityReport): Promise<void> {
    const counterRule = rule.pattern.parts[index]?.rule;
    if (!counterRule) return;
    const numbers = new Map<string, { scope: string; period: string; seen: bigint[] }>();
    let unreadable = 0;
    for await (const read of new StreamedNumbers(this.db).read(spanOf(this.db, rule, index), null)) {
      if (read.number === null) unreadable += 1;
      else if (read.told) {
        const id = JSON.stringify([read.scope, read.period]);
        const group = numbers.get(id) ?? { scope: read.scope, period: read.period, seen: [] };
        group.seen.push(read.number);
        numbers.set(id, group);
      }
    }
    report.unreadable = Math.max(report.unreadable, unreadable);
    const family = { collection: rule.owner, field: rule.field, key: counterRule.key as number };
    const current = new Map((await this.counters.rows(family)).map((row) => [counterId(row), row.current]));
    for (const { scope, period, seen } of numbers.values()) {
      const sorted = BigInt64Array.from(seen).sort();
      const gaps = gapsIn(sorted, counterRule.start, MOST_LISTED - report.gaps.length);
      report.gaps.push(...gaps.map((gap) => ({ scope, period, ...gap })));
      const stored =
        current.get(counterId({ ...family, scope, period })) ??
        current.get(counterId({ ...family, scope, period: '' })) ??
        null;
      if (stored === null || stored < sorted[sorted.length - 1]) report.behind = true;
    }
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

  /**
   * Values that stand more than once. In a field that counts by scope or period the same value may stand once in each,
   * so those found in the database are then looked at record by record.
   */
  private async duplicates(rule: FieldRule): Promise<Array<{ value: string; count: number }>> {
    const source = fieldSource(this.db, this.db.getCollection(rule.owner), rule.field);
    const rows = await this.db.sequelize.query<{ value: string; times: string }>(
      `SELECT ${source.column} AS value, COUNT(*) AS times FROM ${source.from}
       WHERE TRIM(${source.column}) <> '' GROUP BY ${source.column} HAVING COUNT(*) > 1
       ORDER BY COUNT(*) DESC, ${source.column} LIMIT ${MOST_LISTED}`,
      { type: QueryTypes.SELECT },
    );
    const parted = rule.pattern.counting.find((part) => part.rule.scope.length > 0 || part.rule.cycle !== null);
    if (rows.length === 0 || !parted) return rows.map(({ value, times }) => ({ value, count: Number(times) }));
    const values = rows.map((row) => row.value);
    const counts = new Map<string, { value: string; count: number }>();
    for await (const read of new StreamedNumbers(this.db).read(
      { ...spanOf(this.db, rule, parted.index), values },
      null,
    )) {
      const id = JSON.stringify([read.value, read.scope, read.period]);
      counts.set(id, { value: read.value, count: (counts.get(id)?.count ?? 0) + 1 });
    }
    return [...counts.values()].filter(({ count }) => count > 1).sort((x, y) => y.count - x.count);
  }
}

/** The first `most` holes between `start` and the largest of the sorted numbers. */
export function gapsIn(sorted: BigInt64Array, start: bigint, most = Infinity): Array<{ from: string; to: string }> {
  const gaps: Array<{ from: string; to: string }> = [];
  let expected = start;
  for (const number of sorted) {
    if (gaps.length >= most) break;
    if (number > expected) gaps.push({ from: expected.toString(), to: (number - 1n).toString() });
    if (number >= expected) expected = number + 1n;
  }
  return gaps;
}
