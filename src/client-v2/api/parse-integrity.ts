import { toCount, toIds, toList, toOptionalText, toRecord, toText } from './parse';
import type { BackfillPreview, Health, IntegrityReport } from './types';

/** The answer of `sequences:integrity`. */
export function parseIntegrity(answer: unknown): IntegrityReport {
  const report = toRecord(answer);
  return {
    total: toCount(report.total),
    nulls: toCount(report.nulls),
    nullIds: toIds(report.nullIds),
    duplicates: toList(report.duplicates, (row) => ({
      value: toText(row.value),
      count: toCount(row.count),
      ids: toIds(row.ids),
    })),
    gaps: toList(report.gaps, (row) => ({
      scope: toText(row.scope),
      period: toText(row.period),
      from: toText(row.from),
      to: toText(row.to),
      before: toOptionalText(row.before),
      after: toOptionalText(row.after),
    })),
    behind: report.behind === true,
    unreadable: toCount(report.unreadable),
    unreadableIds: toIds(report.unreadableIds),
  };
}

/** One row of `sequences:health`. */
export function parseHealth(row: Record<string, unknown>): Health {
  return {
    collection: toText(row.collection),
    field: toText(row.field),
    total: toCount(row.total),
    nulls: toCount(row.nulls),
    duplicates: toCount(row.duplicates),
    gaps: toCount(row.gaps),
    behind: row.behind === true,
    unreadable: toCount(row.unreadable),
    works: row.works !== false,
    faults: toList(row.faults, ({ message }) => toText(message)),
    checkedAt: toOptionalText(row.checkedAt),
  };
}

/** The answer of `sequences:backfill` with `dryRun`. */
export function parseBackfillPreview(answer: unknown): BackfillPreview {
  const preview = toRecord(answer);
  return {
    total: toCount(preview.total),
    sample: toList(preview.sample, (row) => ({ id: toText(row.id), value: toText(row.value) })),
  };
}
