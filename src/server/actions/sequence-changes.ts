import type { ChangeLog } from '../sequence/history/change-log';
import type { Resources } from './history';
import { historyActions } from './history';

/** What was changed by hand: numbers that were set, old records that were numbered, rules that were saved. */
export function changeActions(resources: Resources, log: Pick<ChangeLog, 'closeInterrupted'>) {
  return historyActions(
    resources,
    (_, row) => row,
    () => log.closeInterrupted(),
  );
}
