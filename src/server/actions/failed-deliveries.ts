import type { Database } from '@nocobase/database';
import { InvalidInput } from '../foundation/errors';
import { t } from '../foundation/text-key';
import type { DeliverySearch } from '../consumer/delivery-search';
import type { DeliveryDetails } from '../consumer/delivery-details';
import type { Chosen, Operation, Operations } from '../consumer/operations';
import { BATCH } from '../consumer/operations';
import type { PostProcessors } from '../consumer/post-processors';
import { actorOf } from '../foundation/actor';
import { deliveryQuery } from './delivery-query';
import type { Resources } from './history';
import { historyActions, refuseUnread } from './history';
import type { Action, ActionContext } from './input';
import { Input } from './input';

interface Services {
  operations: Operations;
  postProcessors: PostProcessors;
  search: DeliverySearch;
  details: DeliveryDetails;
  wake: () => void;
}

type Row = Record<string, unknown>;
type Name = 'list' | 'get' | 'choices' | 'count' | 'replay' | 'skip';

/** Deliveries that failed: what they are, and what an operator does with them. */
export function failedDeliveryActions(db: Database, resources: Resources, services: Services): Record<Name, Action> {
  const { operations, search, details } = services;
  const run =
    (operation: Operation): Action =>
    async (ctx, next) => {
      const count = await operations.run(operation, await chosen(db, search, ctx), actorOf(ctx));
      services.wake();
      await next();
      ctx.body = { count };
    };
  const platform = historyActions(resources, (_, row) => row) as unknown as Record<'list' | 'get', Action>;
  return {
    replay: run('replay'),
    skip: run('skip'),
    list: async (ctx, next) => {
      ctx.action.params.filter = await wholeFilter(search, ctx);
      await platform.list(ctx, next);
      const page = ctx.body as { rows: Row[] } | Row[];
      // Without pages the platform answers the rows alone.
      if (Array.isArray(page)) ctx.body = await details.described(page);
      else ctx.body = { ...page, rows: await details.described(page.rows) };
    },
    get: async (ctx, next) => {
      await platform.get(ctx, next);
      const { data } = (ctx.body ?? {}) as { data?: Record<string, unknown> };
      if (data) ctx.body = { data: await details.whole(data) };
    },
    choices: async (ctx, next) => {
      await next();
      ctx.body = {
        postProcessors: services.postProcessors.all().map(({ name }) => name),
        collections: details.titled([...(await search.collections()).values()]),
      };
    },
    count: async (ctx, next) => {
      const input = new Input(ctx);
      const operation = input.text('operation', { required: true });
      if (operation !== 'replay' && operation !== 'skip') throw choice('operation', ['replay', 'skip']);
      const found = await operations.count(operation, await wholeFilter(search, ctx)).catch(refuseUnread);
      await next();
      ctx.body = found;
    },
  };
}

/** The deliveries that a request names: one or several by id, or all that a filter finds. */
async function chosen(db: Database, search: DeliverySearch, ctx: ActionContext): Promise<Chosen> {
  const { filterByTk } = ctx.action.params;
  if (filterByTk !== undefined && filterByTk !== null && filterByTk !== '') {
    const ids = (Array.isArray(filterByTk) ? filterByTk : [filterByTk]).map(String);
    if (!ids.every((id) => /^\d{1,18}$/.test(id))) throw notWhole('filterByTk');
    const sorted = [...new Set(ids.map(BigInt))].sort((a, b) => (a < b ? -1 : 1));
    return {
      next: async (after) =>
        sorted
          .filter((id) => id > BigInt(after))
          .slice(0, BATCH)
          .map(String),
      detail: { ids: sorted.slice(0, 20).map(String) },
    };
  }
  const input = new Input(ctx);
  const names = ['filter', 'status', 'postProcessor', 'collection', 'search'];
  if (names.every((name) => input.raw(name) === undefined)) input.text('filter', { required: true });
  const upTo = input.whole('upTo');
  const filter = await wholeFilter(search, ctx, input);
  const repository = db.getRepository('failedDeliveries');
  return {
    next: async (after) => {
      const bounds = { id: { $gt: after, ...(upTo !== undefined && { $lte: upTo }) } };
      const options = { filter: { $and: [filter, bounds] }, fields: ['id'], sort: ['id'], limit: BATCH };
      const found = repository.find(options as never) as Promise<Array<{ get(name: 'id'): unknown }>>;
      return (await found.catch(refuseUnread)).map((row) => String(row.get('id')));
    },
    detail: said(input, names),
  };
}

/** What a request says under these names. */
function said(input: Input, names: string[]): Record<string, unknown> {
  const given = names.map((name) => [name, input.raw(name)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''));
}

/** The platform's filter of a request together with what it says in our own words. @throws InvalidInput */
async function wholeFilter(search: DeliverySearch, ctx: ActionContext, input = new Input(ctx)): Promise<object> {
  const filter = input.object('filter');
  const query = deliveryQuery(input);
  return { $and: [filter, await search.filterOf(query)] };
}

function notWhole(name: string): InvalidInput {
  return new InvalidInput([{ message: t('"{{name}}" must be a whole number.'), path: name, params: { name } }]);
}

function choice(name: string, choices: string[]): InvalidInput {
  const params = { name, choices: choices.join(', ') };
  return new InvalidInput([{ message: t('"{{name}}" must be one of: {{choices}}.'), path: name, params }]);
}
