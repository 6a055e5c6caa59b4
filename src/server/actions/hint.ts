import type { Database } from '@nocobase/database';
import { parseQuery } from '@nocobase/resourcer';
import { Forbidden } from '../foundation/errors';
import type { SequenceServices } from '../sequence/services';
import type { ActionContext } from './input';
import { Input } from './input';
import { RequestViewer } from './viewer';

/**
 * `sequences:hint`: the number that a record would get, for whoever may create one and knows the field; null when it
 * tells of records that they may not see. In a query the record's values stand
 * beside the names of collection and field; in a body they stand within it.
 */
export async function hint(
  ctx: ActionContext,
  db: Database,
  services: SequenceServices,
): Promise<{ value: string | null }> {
  const { values, ...query } = ctx.action.params;
  // The platform lets the (empty) body of a request replace the `values` in its query.
  const { values: asked } = parseQuery(ctx.request?.querystring ?? '') as { values?: unknown };
  const named =
    query.collection === undefined ? (values as Record<string, unknown>) : { ...query, values: asked ?? values };
  const input = new Input(ctx, named);
  const [collection, field] = [input.collection({ required: true }), input.text('field', { required: true })];
  const record = input.object('values');
  input.done();
  const viewer = new RequestViewer(ctx, db);
  if (!viewer.mayCreateWith(collection as string, field as string)) throw new Forbidden();
  const userId = ctx.state.currentUser?.id;
  return {
    value: await services.hint.of({
      collection: collection as string,
      field: field as string,
      values: record,
      userId,
      viewer,
    }),
  };
}
