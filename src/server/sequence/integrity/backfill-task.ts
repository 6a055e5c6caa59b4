import type { Translating } from '../../foundation/say';
import { say } from '../../foundation/say';
import { t } from '../../foundation/text-key';
import type { Actor } from '../../foundation/actor';
import type { Backfill } from './backfill';
import type { ChangeLog } from '../history/change-log';
import type { PlatformTasks, Report } from '../repair/platform-tasks';

const TASK = 'nocobase-plugin-sequence-outbox:backfill';

interface Target {
  collection: string;
  field: string;
}

/** Numbers old records, at once or as a task of the platform; keeps who did it, how far it is and its outcome. */
export class BackfillRuns {
  constructor(
    private readonly tasks: PlatformTasks,
    private readonly backfill: Backfill,
    private readonly log: ChangeLog,
  ) {}

  /** Makes the platform's task manager know our task; call it in `load()`. */
  registerTask(): void {
    this.tasks.register(TASK, async (params, report) => {
      const { changeId, total, ...target } = params as unknown as Target & { changeId: string; total: number };
      return { changeId, numbered: await this.kept(changeId, target, { total, report }) };
    });
  }

  async inline(target: Target, actor: Actor): Promise<number> {
    const { id, total } = await this.start(target, actor);
    return this.kept(id, target, { total });
  }

  /** Its progress and outcome stand in the log under `id`. */
  async inBackground(
    target: Target,
    actor: Actor,
    context: Translating,
  ): Promise<{ id: string; taskId: string | null }> {
    const { id, total } = await this.start(target, { ...actor, origin: 'task' });
    const title = say(context, t('Numbers for old records of {{collection}}.{{field}}'), { ...target });
    const task = { kind: TASK, title, params: { ...target, changeId: id, total } };
    return { id, taskId: await this.tasks.start(task, context, () => this.kept(id, target, { total })) };
  }

  private async start(target: Target, actor: Actor): Promise<{ id: string; total: number }> {
    const total = await this.backfill.size(target.collection, target.field);
    return { id: await this.log.start({ action: 'backfill', ...target }, actor, total), total };
  }

  private async kept(
    id: string,
    { collection, field }: Target,
    { total, report }: { total: number; report?: Report },
  ): Promise<number> {
    try {
      const numbered = await this.log.during(id, () =>
        this.backfill.run(collection, field, async (current) => {
          report?.(current, total);
          await this.log.progress(id, current);
        }),
      );
      await this.log.succeed(id, { numbered });
      return numbered;
    } catch (error) {
      await this.log.fail(id, error);
      throw error;
    }
  }
}
