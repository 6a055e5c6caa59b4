import type { Fault } from '../foundation/errors';
import type { Translating } from '../foundation/say';
import { say } from '../foundation/say';
import type { SequenceServices } from '../sequence/services';
import type { ActionContext } from './input';
import { Input } from './input';

/** `sequences:preview`: what rules give next, and what saving them would do; texts in the language of the request. */
export async function preview(ctx: ActionContext, services: SequenceServices): Promise<unknown> {
  const input = new Input(ctx);
  const [collection, field] = [input.collection(), input.text('field')];
  const flags = { inputable: input.flag('inputable'), match: input.flag('match'), unique: input.flag('unique') };
  input.done();
  const [patterns, timezone] = [input.raw('patterns'), input.raw('timezone')];
  const request = { collection, field, patterns, timezone, at: input.raw('at'), count: input.raw('count'), ...flags };
  const answer = await services.preview.run(request);
  return {
    ...answer,
    resets: answer.resets.map(({ index, times, period: { start, end } }) => ({
      index,
      times,
      period: { from: start, to: end },
    })),
    warnings: answer.warnings.map((warning) => told(ctx, warning)),
    changes: answer.changes.map((change) => told(ctx, change)),
  };
}

/** A fault without its placeholders, in the language of the request. */
function told<Told extends Fault>(ctx: Translating, { params, ...fault }: Told): Omit<Told, 'params'> {
  return { ...fault, message: say(ctx, fault.message, params) };
}
