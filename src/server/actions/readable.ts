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
