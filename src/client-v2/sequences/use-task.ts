import { useCallback, useEffect, useRef, useState } from 'react';
import { toApiError } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { followTask } from './follow-task';
import type { Task } from './follow-task';

/** Where a task started from this page stands; `options` are those it was started with. */
export type TaskRun<T extends Task, Options> =
  | { step: 'idle' }
  | { step: 'working'; options: Options; progress?: T }
  | { step: 'done'; options: Options; task: T; milliseconds: number }
  | { step: 'failed'; options: Options; error: ApiError };

interface TaskKind<T extends Task, Options> {
  begin: (options: Options) => Promise<T>;
  read: (id: string) => Promise<T>;
}

/** Starts a task and follows it to its end. Closing the page only stops the watching: the task goes on. */
export function useTask<T extends Task & { error?: string }, Options>(kind: TaskKind<T, Options>) {
  const [run, setRun] = useState<TaskRun<T, Options>>({ step: 'idle' });
  const watching = useRef<AbortController>();
  const current = useRef(kind);
  current.current = kind;

  const start = useCallback((options: Options) => {
    watching.current?.abort();
    const controller = new AbortController();
    watching.current = controller;
    const show = (next: TaskRun<T, Options>) => {
      if (!controller.signal.aborted) setRun(next);
    };
    const { begin, read } = current.current;
    const showProgress = (progress: T) => show({ step: 'working', options, progress });
    const fail = (error: ApiError) => show({ step: 'failed', options, error });

    const startedAt = performance.now();
    show({ step: 'working', options });
    begin(options)
      .then((task) => followTask(task, { read, signal: controller.signal, showProgress }))
      .then(
        (task) =>
          task.status === 'failed'
            ? fail({ message: task.error ?? '' })
            : show({ step: 'done', options, task, milliseconds: performance.now() - startedAt }),
        (error: unknown) => fail(toApiError(error)),
      );
  }, []);

  useEffect(() => () => watching.current?.abort(), []);
  return { run, start };
}
