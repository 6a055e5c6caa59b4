import type { Application } from '@nocobase/server';
import type { Translating } from '../foundation/say';
import { say } from '../foundation/say';
import { t } from '../foundation/text-key';
import type { Actor, RepairLog } from './repair-log';
import type { Repair, RepairRequest } from './repair';
import type { RepairRow } from './repair-row';

type Report = (current: number, total: number) => void;

const TASK = 'nocobase-plugin-sequence-outbox:repair';

interface Task {
  record: { params: RepairRequest & { repairId: string } };
  reportProgress(progress: { total: number; current: number }): void;
}

interface TaskManager {
  registerTaskType(type: unknown): void;
  createTask(
    data: Record<string, unknown>,
    options: Record<string, unknown>,
  ): Promise<{ id: unknown; record?: { id?: unknown } }>;
}

/** Runs repairs, at once or as a task of the platform with visible progress; keeps the outcome of each. */
export class RepairRuns {
  constructor(
    private readonly app: Application,
    private readonly repair: Repair,
    private readonly log: RepairLog,
  ) {}

  /** Makes the platform's task manager know our task; call it in `load()`. */
  registerTask(): void {
    const manager = this.taskManager();
    if (!manager) return;
    // The class comes from a plugin of the platform that an app may be without, so it is not imported at the top.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { TaskType } = require('@nocobase/plugin-async-task-manager') as {
      TaskType: new (...args: unknown[]) => Task;
    };
    const runs = this as RepairRuns;
    manager.registerTaskType(
      class RepairTask extends TaskType {
        static readonly type = TASK;
        static readonly cancelable = false;

        async execute(): Promise<unknown> {
          const { repairId, ...request } = this.record.params;
          const rows = await runs.kept(repairId, request, (current, total) => this.reportProgress({ current, total }));
          return { repairId, counters: rows.length };
        }
      },
    );
  }

  async inline(request: RepairRequest, actor: Actor): Promise<{ id: string; dryRun: boolean; rows: RepairRow[] }> {
    const id = await this.log.start(request, actor);
    return { id, dryRun: request.dryRun ?? false, rows: await this.kept(id, request) };
  }

  /** Starts a task; its outcome stands in the log under `id`. Without the task manager it runs in the background here. */
  async inBackground(
    request: RepairRequest,
    actor: Actor,
    context: Translating,
  ): Promise<{ id: string; taskId: string | null }> {
    this.repair.targets(request);
    const id = await this.log.start(request, { ...actor, origin: 'task' });
    const manager = this.taskManager();
    if (!manager) {
      this.kept(id, request, () => undefined).catch((error: unknown) =>
        this.app.log.error(`repair ${id} failed`, { error }),
      );
      return { id, taskId: null };
    }
    const task = await manager.createTask(
      {
        type: TASK,
        origin: 'sequences',
        title: say(context, t('Repair of counters ({{id}})'), { id }),
        params: { ...request, repairId: id },
      },
      { useQueue: true, context },
    );
    return { id, taskId: String(task.record?.id ?? task.id) };
  }

  private async kept(id: string, request: RepairRequest, report?: Report): Promise<RepairRow[]> {
    try {
      const rows = report ? await this.withProgress(id, request, report) : await this.repair.run(request);
      await this.log.succeed(id, rows);
      return rows;
    } catch (error) {
      await this.log.fail(id, error);
      throw error;
    }
  }

  private async withProgress(id: string, request: RepairRequest, report: Report): Promise<RepairRow[]> {
    const total = await this.repair.size(request);
    return this.repair.run(request, async (current) => {
      report(current, total);
      await this.log.progress(id, current, total);
    });
  }

  private taskManager(): TaskManager | null {
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
