import type { Translating } from '../foundation/say';
import { InvalidInput } from '../foundation/errors';
import { t } from '../foundation/text-key';

interface ListContext extends Translating {
  action: { params: { sort?: unknown; filterByTk?: unknown } };
  body: unknown;
  withoutDataWrapping?: boolean;
}

type Handler = (ctx: ListContext, next: () => Promise<void>) => Promise<void>;

/** A row as it is stored. */
type Plain = Record<string, unknown>;

interface Stored {
  toJSON?(): Plain;
}

/** What history needs of the platform's resources. */
export interface Resources {
  getRegisteredHandler(name: string): unknown;
}

/** `list` and `get` of a table of what was done, the newest first; each row as `shown` says. Read only. */
export function historyActions(
  resources: Resources,
  shown: (ctx: Translating, row: Plain) => Plain,
): Record<'list' | 'get', Handler> {
  const platform = (name: string): Handler => resources.getRegisteredHandler(name) as Handler;
  const show = (ctx: Translating, record: Stored): Plain => shown(ctx, record.toJSON?.() ?? (record as Plain));
  return {
    list: async (ctx, next) => {
      ctx.action.params.sort ??= ['-id'];
      await platform('list')(ctx, next);
      const page = ctx.body as { rows?: Stored[] } | Stored[];
      if (Array.isArray(page)) ctx.body = page.map((record) => show(ctx, record));
      else if (page?.rows) ctx.body = { ...page, rows: page.rows.map((record) => show(ctx, record)) };
    },
    get: async (ctx, next) => {
      checkId(ctx.action.params.filterByTk);
      await platform('get')(ctx, next);
      // Wrapped here: the platform takes an answer with `rows` for a page of a list.
      if (ctx.body) ctx.body = { data: show(ctx, ctx.body) };
      ctx.withoutDataWrapping = true;
    },
  };
}

/** A database would answer in words of its own. */
function checkId(id: unknown): void {
  if (id === undefined || /^\d{1,18}$/.test(String(id))) return;
  const message = t('"{{name}}" must be a whole number.');
  throw new InvalidInput([{ message, path: 'filterByTk', params: { name: 'filterByTk' } }]);
}
