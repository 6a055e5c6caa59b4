import type { Translating } from '../foundation/say';
import { classifyDatabaseError } from '../foundation/database-error';
import { shown } from '../foundation/shown';
import { InvalidInput } from '../foundation/errors';
import { t } from '../foundation/text-key';

interface ListContext extends Translating {
  action: { params: Record<string, unknown> };
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

/**
 * `list` and `get` of a table of what was done, the newest first; each row as `shown` says. Read only for people.
 * @param refresh brings the table up to date before it is read
 */
export function historyActions(
  resources: Resources,
  shown: (ctx: Translating, row: Plain) => Plain,
  refresh?: () => Promise<void>,
): Record<'list' | 'get', Handler> {
  const platform = (name: string): Handler => resources.getRegisteredHandler(name) as Handler;
  const show = (ctx: Translating, record: Stored): Plain => shown(ctx, record.toJSON?.() ?? (record as Plain));
  return {
    list: async (ctx, next) => {
      ctx.action.params.sort ??= ['-id'];
      checkPage(ctx.action.params);
      await refresh?.();
      await platform('list')(ctx, next).catch(refuseUnread);
      const page = ctx.body as { rows?: Stored[] } | Stored[];
      if (Array.isArray(page)) ctx.body = page.map((record) => show(ctx, record));
      else if (page?.rows) ctx.body = { ...page, rows: page.rows.map((record) => show(ctx, record)) };
    },
    get: async (ctx, next) => {
      checkId(ctx.action.params.filterByTk);
      await refresh?.();
      await platform('get')(ctx, next);
      // Wrapped here: the platform takes an answer with `rows` for a page of a list.
      if (ctx.body) ctx.body = { data: show(ctx, ctx.body) };
      ctx.withoutDataWrapping = true;
    },
  };
}

/** The platform hands pages on to the database as they are. */
function checkPage({ page, pageSize }: Record<string, unknown>): void {
  for (const [name, value] of Object.entries({ page, pageSize })) {
    if (value === undefined || /^[1-9]\d{0,8}$/.test(shown(value))) continue;
    throw new InvalidInput([{ message: t('"{{name}}" must be a whole number.'), path: name, params: { name } }]);
  }
}

/** What the platform or the database cannot read in a filter or an order is the sender's mistake. */
export function refuseUnread(error: unknown): never {
  const { name, message } = error as Error;
  const isUnread = name === 'SequelizeDatabaseError' || /^Invalid (value|SQL)/.test(message);
  if (!isUnread || classifyDatabaseError(error) !== 'other') throw error;
  throw new InvalidInput([{ message: t('The filter or the order is not understood.'), path: 'filter' }]);
}

/** A database would answer in words of its own. */
function checkId(id: unknown): void {
  if (id === undefined || /^\d{1,18}$/.test(shown(id))) return;
  const message = t('"{{name}}" must be a whole number.');
  throw new InvalidInput([{ message, path: 'filterByTk', params: { name: 'filterByTk' } }]);
}
