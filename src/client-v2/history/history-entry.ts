import type { Change } from '../api/change-types';
import type { Repair } from '../api/repair-types';

export type HistoryKind = 'check' | 'repair' | 'setNext' | 'backfill' | 'rules';

/** One thing that was done to counters or rules: a repair with its rows, or a change by hand. */
export interface HistoryEntry {
  id: string;
  kind: HistoryKind;
  /** ISO instant; '' when unknown. */
  at: string;
  status: 'running' | 'succeeded' | 'failed';
  collection?: string;
  field?: string;
  by?: string;
  origin?: string;
  error?: string;
  repair?: Repair;
  change?: Change;
}

export function entryOfRepair(repair: Repair): HistoryEntry {
  const { status, collection, field, by, origin, error } = repair;
  return {
    id: `repair-${repair.id}`,
    kind: repair.dryRun ? 'check' : 'repair',
    at: repair.createdAt ?? repair.startedAt ?? '',
    ...{ status, collection, field, by, origin, error },
    repair,
  };
}

export function entryOfChange(change: Change): HistoryEntry {
  const { status, collection, field, by, origin, error } = change;
  return {
    id: `change-${change.id}`,
    kind: change.action,
    at: change.createdAt ?? '',
    ...{ status, collection, field, by, origin, error },
    change,
  };
}
