import { isRecord, toList, toOptionalCount, toOptionalText, toText } from './parse';
import type { Repair, RepairAction, RepairRow, RepairStatus } from './repair-types';
import type { Counter } from './types';

const REPAIR_ACTIONS: readonly RepairAction[] = ['none', 'created', 'raised', 'lowered', 'skipped'];
const REPAIR_STATUSES: readonly RepairStatus[] = ['running', 'succeeded', 'failed'];

/** One row of `sequences:list`. */
export function parseCounter(
  row: Record<string, unknown>,
  readTitle: (title: string) => string = (title) => title,
): Counter {
  return {
    collection: toText(row.collection),
    field: toText(row.field),
    key: toText(row.key),
    scope: toText(row.scope),
    period: toText(row.period),
    current: toText(row.current),
    next: toText(row.next),
    lastGeneratedAt: toOptionalText(row.lastGeneratedAt),
    collectionTitle: readTitle(toText(row.collectionTitle)) || undefined,
    fieldTitle: readTitle(toText(row.fieldTitle)) || undefined,
    orphan: toOptionalText(row.orphan),
    timezone: toOptionalText(row.timezone),
  };
}

function parseRepairRow(row: Record<string, unknown>): RepairRow {
  const action = REPAIR_ACTIONS.find((known) => known === row.action) ?? 'none';
  return {
    collection: toText(row.collection),
    field: toText(row.field),
    key: toText(row.key),
    scope: toText(row.scope),
    period: toText(row.period),
    before: toOptionalText(row.before),
    after: toOptionalText(row.after),
    action,
    reason: toOptionalText(row.reason),
  };
}

/** The answer of `sequences:repair` or a row of `sequenceRepairs`. An answer with rows and no status is a finished repair. */
export function parseRepair(row: Record<string, unknown>): Repair {
  const assumed: RepairStatus = Array.isArray(row.rows) ? 'succeeded' : 'running';
  return {
    id: toText(row.id),
    status: REPAIR_STATUSES.find((known) => known === row.status) ?? assumed,
    dryRun: row.dryRun === true,
    allowLower: row.allowLower === true,
    collection: toOptionalText(row.collection),
    field: toOptionalText(row.field),
    rows: toList(row.rows, parseRepairRow),
    createdAt: toOptionalText(row.createdAt),
    startedAt: toOptionalText(row.startedAt),
    finishedAt: toOptionalText(row.finishedAt),
    by: toOptionalText(row.by) ?? (isRecord(row.by) ? toOptionalText(row.by.nickname) : undefined),
    origin: toOptionalText(row.origin),
    error: toOptionalText(row.error),
    progressCurrent: toOptionalCount(row.progressCurrent),
    progressTotal: toOptionalCount(row.progressTotal),
  };
}
