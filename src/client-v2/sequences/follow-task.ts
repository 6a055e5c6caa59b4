const POLL_INTERVAL_MS = 1000;
const FIRST_POLL_MS = 300;
/** So many polls in a row may fail (a restart, a short network fault) before the task is given up as lost. */
const TOLERATED_POLL_FAILURES = 5;

/** What the server works on in the background: a repair, the numbering of old records. */
export interface Task {
  id: string;
  status: 'running' | 'succeeded' | 'failed';
}

export interface TaskWatch<T extends Task> {
  /** Reads how the task stands. */
  read: (id: string) => Promise<T>;
  /** Stops the watching; the task itself goes on. */
  signal: AbortSignal;
  showProgress: (task: T) => void;
  /** Resolves after so many milliseconds; replaced in tests. */
  wait?: (milliseconds: number) => Promise<void>;
}

/** Asks for a started task until it has ended, and answers its last state. Rejects when it cannot be reached any more. */
export async function followTask<T extends Task>(started: T, watch: TaskWatch<T>): Promise<T> {
  const wait = watch.wait ?? waitFor;
  let task = started;
  let failures = 0;
  let pause = FIRST_POLL_MS;
  while (task.status === 'running' && !watch.signal.aborted) {
    await wait(pause);
    pause = POLL_INTERVAL_MS;
    try {
      task = await watch.read(started.id);
      failures = 0;
      watch.showProgress(task);
    } catch (error) {
      failures += 1;
      if (failures > TOLERATED_POLL_FAILURES) throw error;
    }
  }
  return task;
}

function waitFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
