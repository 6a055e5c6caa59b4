import type { Application } from '@nocobase/server';
import type { Translating } from '../../foundation/say';

/** Tells how far a task has come. */
export type Report = (current: number, total: number) => void;

interface Task {
  record: { params: Record<string, unknown> };
  reportProgress(progress: { total: number; current: number }): void;
}

interface TaskManager {
  registerTaskType(type: unknown): void;
  createTask(
    data: Record<string, unknown>,
    options: Record<string, unknown>,
  ): Promise<{ id: unknown; record?: { id?: unknown } }>;
}

/** The platform's task manager, which an app may be without. */
export class PlatformTasks {
  constructor(private readonly app: Application) {}

  /** Makes the task manager know a kind of task; call it in `load()`. */
  register(kind: string, run: (params: Record<string, unknown>, report: Report) => Promise<unknown>): void {
    const manager = this.manager();
    if (!manager) return;
    // The class comes from a plugin of the platform that an app may be without, so it is not imported at the top.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { TaskType } = require('@nocobase/plugin-async-task-manager') as {
      TaskType: new (...args: unknown[]) => Task;
    };
    manager.registerTaskType(
      class extends TaskType {
        static readonly type = kind;
        static readonly cancelable = false;

        async execute(): Promise<unknown> {
          return run(this.record.params, (current, total) => this.reportProgress({ current, total }));
        }
      },
    );
  }

  /** Starts a task and answers its id; null without the task manager, when `here` runs in the background instead. */
  async start(
    task: { kind: string; title: string; params: Record<string, unknown> },
    context: Translating,
    here: () => Promise<unknown>,
  ): Promise<string | null> {
    const manager = this.manager();
    if (!manager) {
      here().catch((error: unknown) => this.app.log.error(`${task.title} failed`, { error }));
      return null;
    }
    const { kind, title, params } = task;
    const started = await manager.createTask(
      { type: kind, origin: 'sequences', title, params },
      { useQueue: true, context },
    );
    return String(started.record?.id ?? started.id);
  }

  private manager(): TaskManager | null {
    const container = (
      this.app as unknown as { container?: { has?(name: string): boolean; get(name: string): unknown } }
    ).container;
    try {
      return (container?.get('AsyncTaskManager') as TaskManager | undefined) ?? null;
    } catch {
      return null;
    }
  }
}
