import type { Translating } from '../../foundation/say';
import { say } from '../../foundation/say';
import { t } from '../../foundation/text-key';
import type { Actor } from '../../foundation/actor';
import type { PlatformTasks, Report } from './platform-tasks';
import type { RepairLog } from './repair-log';
import type { Repair, RepairRequest } from './repair';
import type { RepairRow } from './repair-row';

const TASK = 'nocobase-plugin-sequence-outbox:repair';

/** Runs repairs, at once or as a task of the platform with visible progress; keeps the outcome of each. */
export class RepairRuns {
  constructor(
    private readonly tasks: PlatformTasks,
    private readonly repair: Repair,
    private readonly log: RepairLog,
  ) {}

  /** Makes the platform's task manager know our task; call it in `load()`. */
  registerTask(): void {
    this.tasks.register(TASK, async (params, report) => {
      const { repairId, ...request } = params as unknown as RepairRequest & { repairId: string };
      const rows = await this.kept(repairId, request, report);
      return { repairId, counters: rows.length };
    });
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
    const title = say(context, t('Repair of counters ({{id}})'), { id });
    const task = { kind: TASK, title, params: { ...request, repairId: id } };
    return { id, taskId: await this.tasks.start(task, context, () => this.kept(id, request, () => undefined)) };
  }

  private async kept(id: string, request: RepairRequest, report?: Report): Promise<RepairRow[]> {
    try {
      const rows = await this.log.during(id, () =>
        report ? this.withProgress(id, request, report) : this.repair.run(request),
      );
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
}
