import type { Collection } from '@nocobase/database';
import { AsyncLocalStorage } from 'node:async_hooks';
import { InvalidInput } from '../foundation/errors';
import { t } from '../foundation/text-key';
import { actorOf } from '../foundation/actor';

/** What is used of the platform's request context. */
interface RequestContext {
  action?: { resourceName?: string; params?: Record<string, unknown> };
  query?: Record<string, unknown>;
  get?(header: string): string;
  response?: { get?(header: string): string };
  state?: { currentUser?: object };
}

/** Who and what is behind a write. */
export interface WriteContext {
  actorId: string | null;
  actor: string | null;
  requestId: string | null;
  traceparent?: string;
  /** The notification event type that the write opts into. */
  hint?: string | number;
}

const request = new AsyncLocalStorage<{ ctx?: RequestContext }>();

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The query parameter, and the name in `context`, of the hint. */
export const HINT = 'notificationEventTypeId';

/**
 * Keeps the request at hand for the writes within it, since several of the platform's write paths lose it. What outlives
 * the request is not its doing any more.
 */
export async function withinRequest(ctx: RequestContext, next: () => Promise<void>): Promise<void> {
  const hint = ctx.query?.[HINT];
  if (hint !== undefined && !isHint(hint))
    throw new InvalidInput([
      { message: t('"{{name}}" must be a number or a short name.'), path: HINT, params: { name: HINT } },
    ]);
  const entry: { ctx?: RequestContext } = { ctx };
  try {
    await request.run(entry, next);
  } finally {
    entry.ctx = undefined;
  }
}

/**
 * Who and what is behind a write to a collection. @param context what the writer passed with its options; it comes before
 * the request. The hint of a request counts for what the request is about, not for what is written beside it.
 */
export function writeContext(collection: Collection, context: unknown): WriteContext {
  const within = request.getStore()?.ctx;
  const passed = context as RequestContext & { [HINT]?: unknown };
  const isRequest = typeof passed?.get === 'function';
  const ctx = isRequest ? passed : within;
  const { byId, by } = actorOf(passed?.state?.currentUser ? passed : ctx);
  const trace = ctx?.get?.('traceparent') ?? '';
  const hint = passed?.[HINT] ?? (isAbout(ctx, collection) ? ctx?.query?.[HINT] : undefined);
  return {
    actorId: byId === null || byId === undefined ? null : String(byId),
    actor: by ?? null,
    requestId: ctx?.response?.get?.('X-Request-Id') || null,
    ...(TRACEPARENT.test(trace) && { traceparent: trace }),
    ...(isHint(hint) && { hint }),
  };
}

export function isHint(value: unknown): value is string | number {
  return typeof value === 'number'
    ? Number.isSafeInteger(value)
    : typeof value === 'string' && /^[\w.-]{1,80}$/.test(value);
}

/** Is the request about records of this collection, by itself or as a relation of another (`customers.orders`)? */
function isAbout(ctx: RequestContext | undefined, { name, db }: Collection): boolean {
  const resource = ctx?.action?.resourceName;
  if (!resource?.includes('.')) return resource === name;
  return (db.getCollection(resource) as Collection | undefined)?.name === name;
}
