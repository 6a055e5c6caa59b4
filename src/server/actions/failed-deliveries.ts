import type { Database } from '@nocobase/database';
import { InvalidInput } from '../foundation/errors';
import { t } from '../foundation/text-key';
import type { Operation, Operations } from '../consumer/operations';
import { actorOf } from '../sequence/history/actor';
import type { Resources } from './history';
import { historyActions } from './history';
import type { Action, ActionContext } from './input';
import { Input } from './input';

/** Deliveries that failed: what they are, and what an operator does with them. */
export function failedDeliveryActions(
  db: Database,
  resources: Resources,
  services: { operations: Operations; wake: () => void },
): Record<'list' | 'get' | 'replay' | 'skip', Action> {
  const run =
    (operation: Operation): Action =>
    async (ctx, next) => {
      const ids = await chosen(db, ctx);
      const count = await services.operations.run(operation, ids, actorOf(ctx).by ?? null);
      services.wake();
      await next();
      ctx.body = { count };
    };
  const { list, get } = historyActions(resources, (_, row) => row) as unknown as Record<'list' | 'get', Action>;
  return { list, get, replay: run('replay'), skip: run('skip') };
}

/** The deliveries that a request names: one or several by id, or all that a filter finds. */
async function chosen(db: Database, ctx: ActionContext): Promise<string[]> {
  const { filterByTk } = ctx.action.params;
  if (filterByTk !== undefined && filterByTk !== null && filterByTk !== '') {
    const ids = (Array.isArray(filterByTk) ? filterByTk : [filterByTk]).map(String);
    if (ids.every((id) => /^\d{1,18}$/.test(id))) return ids;
    throw new InvalidInput([
      { message: t('"{{name}}" must be a whole number.'), path: 'filterByTk', params: { name: 'filterByTk' } },
    ]);
  }
  const input = new Input(ctx);
  const filter = input.object('filter');
  if (input.raw('filter') === undefined) input.text('filter', { required: true });
  input.done();
  const options = { filter, fields: ['id'], sort: ['id'] };
  const rows = (await db.getRepository('failedDeliveries').find(options as never)) as Array<{
    get(name: 'id'): unknown;
  }>;
  return rows.map((row) => String(row.get('id')));
}
