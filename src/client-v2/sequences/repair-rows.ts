import type { RepairRow } from '../api/repair-types';

/** Everything of a repair that a person should look at: what it changed, and what it could not read. */
export function notableRows(rows: readonly RepairRow[]): RepairRow[] {
  return rows.filter((row) => row.action !== 'none');
}

/** What a repair changes (or would change): counters created, raised or lowered. */
export function changedRows(rows: readonly RepairRow[]): RepairRow[] {
  return notableRows(rows).filter((row) => row.action !== 'skipped');
}
