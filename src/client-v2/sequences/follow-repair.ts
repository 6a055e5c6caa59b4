import type { SequencesApi } from '../api/sequences-api';
import type { Repair } from '../api/repair-types';

const POLL_INTERVAL_MS = 1000;
const FIRST_POLL_MS = 300;
/** So many polls in a row may fail (a restart, a short network fault) before the repair is given up as lost. */
const TOLERATED_POLL_FAILURES = 5;

export interface RepairWatch {
  /** Stops the watching; the repair itself goes on. */
  signal: AbortSignal;
  showProgress: (repair: Repair) => void;
  /** Resolves after so many milliseconds; replaced in tests. */
  wait?: (milliseconds: number) => Promise<void>;
}

/** Asks for a started repair until it has ended, and answers its last state. Rejects when it cannot be reached any more. */
export async function followRepair(
  sequences: Pick<SequencesApi, 'getRepair'>,
  started: Repair,
  watch: RepairWatch,
): Promise<Repair> {
  const wait = watch.wait ?? waitFor;
  let repair = started;
  let failures = 0;
  let pause = FIRST_POLL_MS;
  while (repair.status === 'running' && !watch.signal.aborted) {
    await wait(pause);
    pause = POLL_INTERVAL_MS;
    try {
      repair = await sequences.getRepair(started.id);
      failures = 0;
      watch.showProgress(repair);
    } catch (error) {
      failures += 1;
      if (failures > TOLERATED_POLL_FAILURES) throw error;
    }
  }
  return repair;
}

function waitFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
