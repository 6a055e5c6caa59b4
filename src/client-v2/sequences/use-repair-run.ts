import { useCallback, useEffect, useRef, useState } from 'react';
import { toApiError } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import type { Repair, RepairOptions } from '../api/repair-types';
import { useHost } from '../host/host';
import { followRepair } from './follow-repair';

/** Where a repair started from this page stands. */
export type RepairRun =
  | { step: 'idle' }
  | { step: 'working'; dryRun: boolean; progress?: Repair }
  | { step: 'done'; repair: Repair; milliseconds: number }
  | { step: 'failed'; dryRun: boolean; error: ApiError };

/** Starts a check or a repair and follows it to its end. Closing the page only stops the watching: the task goes on. */
export function useRepairRun(): { run: RepairRun; start: (options: RepairOptions) => void } {
  const { sequences } = useHost();
  const [run, setRun] = useState<RepairRun>({ step: 'idle' });
  const watching = useRef<AbortController>();

  const start = useCallback(
    (options: RepairOptions) => {
      watching.current?.abort();
      const controller = new AbortController();
      watching.current = controller;
      const show = (next: RepairRun) => {
        if (!controller.signal.aborted) setRun(next);
      };
      const showProgress = (progress: Repair) => show({ step: 'working', dryRun: options.dryRun, progress });
      const fail = (error: ApiError) => show({ step: 'failed', dryRun: options.dryRun, error });

      const startedAt = performance.now();
      show({ step: 'working', dryRun: options.dryRun });
      sequences
        .repair(options)
        .then((repair) => followRepair(sequences, repair, { signal: controller.signal, showProgress }))
        .then(
          (repair) =>
            repair.status === 'failed'
              ? fail({ message: repair.error ?? '' })
              : show({ step: 'done', repair, milliseconds: performance.now() - startedAt }),
          (error: unknown) => fail(toApiError(error)),
        );
    },
    [sequences],
  );

  useEffect(() => () => watching.current?.abort(), []);
  return { run, start };
}
