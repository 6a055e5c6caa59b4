import type { Fault } from '../foundation/errors';
import type { Translating } from '../foundation/say';
import { say } from '../foundation/say';
import type { RepairRow } from '../sequence/repair/repair-row';

/** Repair rows as a person reads them. */
export function readable(
  ctx: Translating,
  rows: RepairRow[] | null | undefined,
): Array<Omit<RepairRow, 'reasonParams'>> {
  return (rows ?? []).map(({ reasonParams, ...row }) =>
    row.reason ? { ...row, reason: say(ctx, row.reason, reasonParams) } : row,
  );
}

/** Faults as a person reads them. */
export function readableFaults(ctx: Translating, faults: Fault[]): Array<{ message: string; path: string }> {
  return faults.map(({ message, path, params }) => ({ message: say(ctx, message, params), path }));
}
