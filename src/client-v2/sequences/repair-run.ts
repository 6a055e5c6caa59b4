import type { Repair, RepairOptions } from '../api/repair-types';
import type { TaskRun } from './use-task';

/** How a check or a repair stands. */
export type RepairRun = TaskRun<Repair, RepairOptions>;

/** A request of this length is still far from any time limit on its way. */
const QUICK_MS = 3000;

/** After a quick check the repair is quick too, and needs no background task with its entry in the task list. */
export function wasQuick(run: RepairRun): boolean {
  return run.step === 'done' && run.options.dryRun && run.milliseconds < QUICK_MS;
}
