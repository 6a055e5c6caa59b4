import type { BackfillRuns } from '../sequence/integrity/backfill-task';
import { actorOf } from '../foundation/actor';
import type { SequenceServices } from '../sequence/services';
import type { ActionContext } from './input';
import { Input, named } from './input';

/** `sequences:backfill`: numbers old records at once, as a task, or only says what it would do (`dryRun`). */
export async function backfill(ctx: ActionContext, services: SequenceServices, runs: BackfillRuns): Promise<unknown> {
  const input = new Input(ctx);
  const [dryRun, inBackground] = [input.flag('dryRun'), input.flag('async')];
  const target = named(input);
  if (dryRun) return services.backfillPreview.run(target.collection, target.field);
  if (inBackground) return runs.inBackground(target, actorOf(ctx), ctx);
  return { numbered: await runs.inline(target, actorOf(ctx)) };
}
