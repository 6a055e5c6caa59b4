import { isRecord, toCount, toList, toOptionalText, toRecord, toText } from './parse';
import type { Change, Finding } from './finding-types';
import type { Chance, Duplicates, PartCapacity, Preview } from './preview-types';

type Row = Record<string, unknown>;

/** The answer of `sequences:preview`. */
export function parsePreview(answer: unknown): Preview {
  const preview = toRecord(answer);
  return {
    values: Array.isArray(preview.values) ? preview.values.map(toText) : [],
    warnings: toList(preview.warnings, parseFinding),
    zone: toOptionalText(preview.zone),
    parts: toList(preview.parts, (part) => ({ index: toCount(part.index), text: toText(part.text) })),
    resets: toList(preview.resets, (row) => ({
      index: toCount(row.index),
      times: Array.isArray(row.times) ? row.times.map(toText).filter(Boolean) : [],
    })),
    afterReset: isRecord(preview.afterReset)
      ? { value: toText(preview.afterReset.value), at: toText(preview.afterReset.at) }
      : undefined,
    overflow: toList(preview.overflow, (row) => ({
      index: toCount(row.index),
      value: toOptionalText(row.value),
      after: toText(row.after),
    })),
    otherScope: isRecord(preview.otherScope) ? { value: toText(preview.otherScope.value) } : undefined,
    capacity: toList(preview.capacity, parseCapacity),
    chance: isRecord(preview.chance) ? parseChance(preview.chance) : undefined,
    savedNext: toOptionalText(toRecord(preview.saved).next),
    changes: toList(preview.changes, parseChange),
  };
}

/** The answer of `sequences:duplicates`. */
export function parseDuplicates(answer: unknown): Duplicates {
  const found = toRecord(answer);
  const duplicates = toList(found.duplicates, (row) => ({ value: toText(row.value), count: toCount(row.count) }));
  return { total: toCount(found.total) || duplicates.length, duplicates };
}

/** One `{message, path, code?}` of the server. */
export function parseFinding(row: Row): Finding {
  return { message: toText(row.message), path: toText(row.path), code: toOptionalText(row.code) };
}

function parseChange(row: Row): Change {
  const severity = row.severity === 'confirm' || row.severity === 'info' ? row.severity : 'error';
  return { ...parseFinding(row), severity };
}

function parseCapacity(row: Row): PartCapacity {
  const average = isRecord(row.average)
    ? { count: toText(row.average.count), periods: toCount(row.average.periods) }
    : undefined;
  return { index: toCount(row.index), max: toText(row.max), left: toText(row.left), average };
}

function parseChance(row: Row): Chance {
  return { combinations: toText(row.combinations), records: toCount(row.records), odds: toCount(row.odds) };
}
