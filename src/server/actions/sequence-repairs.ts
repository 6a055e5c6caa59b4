import type { RepairLog } from '../sequence/repair/repair-log';
import type { RepairRow } from '../sequence/repair/repair-row';
import type { Resources } from './history';
import { historyActions } from './history';
import { readable } from './readable';

/** Past repairs, with their reasons in the language of the request. */
export function repairActions(resources: Resources, log: Pick<RepairLog, 'closeInterrupted'>) {
  return historyActions(
    resources,
    (ctx, row) => ({ ...row, rows: readable(ctx, row.rows as RepairRow[] | null) }),
    () => log.closeInterrupted(),
  );
}
