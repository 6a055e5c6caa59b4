import type { BusinessEvent, BusinessEvents } from '../capture/business-events';
import type { Action } from './input';

/** `entityEvents:publish`: tells what happened to a record beside its changes. */
export function publishAction(events: BusinessEvents): Action {
  return async (ctx, next) => {
    const { values } = ctx.action.params;
    const published = await events.publish((values ?? {}) as BusinessEvent, { context: ctx });
    await next();
    ctx.withoutDataWrapping = true;
    ctx.body = { data: published };
  };
}
