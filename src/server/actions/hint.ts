import { parseQuery } from '@nocobase/resourcer';
import { Forbidden } from '../foundation/errors';
import type { SequenceServices } from '../sequence/services';
import type { ActionContext } from './input';
import { Input } from './input';

/**
 * `sequences:hint`: the number that a record would get, for whoever may create one. In a query the record's values stand
 * beside the names of collection and field; in a body they stand within it.
 */
export async function hint(ctx: ActionContext, services: SequenceServices): Promise<{ value: string | null }> {
  const { values, ...query } = ctx.action.params;
  // The platform lets the (empty) body of a request replace the `values` in its query.
  const { values: asked } = parseQuery(ctx.request?.querystring ?? '') as { values?: unknown };
  const named =
    query.collection === undefined ? (values as Record<string, unknown>) : { ...query, values: asked ?? values };
  const input = new Input(ctx, named);
  const [collection, field] = [input.collection({ required: true }), input.text('field', { required: true })];
  const record = input.object('values');
  input.done();
  if (ctx.can && !ctx.can({ resource: collection as string, action: 'create' })) throw new Forbidden();
  const userId = ctx.state.currentUser?.id;
  return {
    value: await services.hint.of({ collection: collection as string, field: field as string, values: record, userId }),
  };
}
