import type { RepairRow } from '../sequence/repair-row';
import type { Translating } from '../foundation/say';
import { InvalidInput } from '../foundation/errors';
import { t } from '../foundation/text-key';
import { readable } from './readable';

interface ListContext extends Translating {
  action: { params: { sort?: unknown; filterByTk?: unknown } };
  body: unknown;
}

type Handler = (ctx: ListContext, next: () => Promise<void>) => Promise<void>;

interface Repaired {
  toJSON?(): Record<string, unknown>;
  rows?: RepairRow[] | null;
}

/** Past repairs, the newest first, with their reasons in the language of the request. Read only. */
export function repairActions(resources: { getRegisteredHandler(name: string): unknown }): Record<string, Handler> {
  const platform = (name: string): Handler => resources.getRegisteredHandler(name) as Handler;
  return {
    list: async (ctx, next) => {
      ctx.action.params.sort ??= ['-id'];
      await platform('list')(ctx, next);
      const page = ctx.body as { rows?: Repaired[] } | Repaired[];
      if (Array.isArray(page)) ctx.body = page.map((record) => translated(ctx, record));
      else if (page?.rows) ctx.body = { ...page, rows: page.rows.map((record) => translated(ctx, record)) };
    },
    get: async (ctx, next) => {
      checkId(ctx.action.params.filterByTk);
      await platform('get')(ctx, next);
      if (ctx.body) ctx.body = { data: translated(ctx, ctx.body) };
      (ctx as ListContext & { withoutDataWrapping?: boolean }).withoutDataWrapping = true;
    },
  };
}

/** A database would answer in words of its own. */
function checkId(id: unknown): void {
  if (id === undefined || /^\d{1,18}$/.test(String(id))) return;
  const message = t('"{{name}}" must be a whole number.');
  throw new InvalidInput([{ message, path: 'filterByTk', params: { name: 'filterByTk' } }]);
}

function translated(ctx: Translating, record: Repaired): Record<string, unknown> {
  const plain = (record.toJSON?.() ?? record) as Record<string, unknown>;
  return { ...plain, rows: readable(ctx, plain.rows as RepairRow[] | null) };
}
