import { toOptionalCount, toOptionalText, toRecord, toText } from './parse';
import type { Change, ChangeAction, ChangeStatus, RuleChange } from './change-types';

const ACTIONS: readonly ChangeAction[] = ['setNext', 'backfill', 'rules', 'repair'];
const STATUSES: readonly ChangeStatus[] = ['running', 'succeeded', 'failed'];

/** One row of `sequenceChanges`. A row without a status is a change that was made at once. */
export function parseChange(row: Record<string, unknown>): Change {
  const detail = toRecord(fromJson(row.detail));
  return {
    id: toText(row.id),
    action: ACTIONS.find((known) => known === row.action) ?? 'rules',
    status: STATUSES.find((known) => known === row.status) ?? 'succeeded',
    collection: toText(row.collection),
    field: toText(row.field),
    scope: toText(row.scope),
    period: toText(row.period),
    from: toOptionalText(row.from),
    to: toOptionalText(row.to),
    by: toOptionalText(row.by),
    origin: toOptionalText(row.origin),
    createdAt: toOptionalText(row.createdAt),
    progressCurrent: toOptionalCount(row.progressCurrent),
    progressTotal: toOptionalCount(row.progressTotal),
    numbered: toOptionalCount(detail.numbered),
    error: toOptionalText(row.error) ?? toOptionalText(detail.error),
    rules: differences(toRecord(detail.before), toRecord(detail.after)),
  };
}

/** A detail may come as an object or as its JSON text (a database without a JSON type). */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

function differences(from: Record<string, unknown>, to: Record<string, unknown>): RuleChange[] {
  const options = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return options
    .map((option) => ({ option, from: asText(from[option]), to: asText(to[option]) }))
    .filter((change) => change.from !== change.to);
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
