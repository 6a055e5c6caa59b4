import { AsyncLocalStorage } from 'node:async_hooks';
import type { Application } from '@nocobase/server';
import { backoff } from '../../foundation/backoff';
import { clock } from '../../foundation/clock';
import { Busy } from '../../foundation/errors';
import { classifyDatabaseError } from '../../foundation/database-error';

interface ActionContext {
  action: { params: Record<string, unknown> };
  body?: unknown;
}

type Handler = (ctx: ActionContext, next: () => Promise<void>) => Promise<void>;

const ACTIONS = ['create', 'update', 'firstOrCreate', 'updateOrCreate'];
const TRIES = 3;

/**
 * Tries the platform's own write actions again when their transaction was chosen to end a deadlock. Only the handler is
 * run again, with a fresh copy of the values; what comes after it in the chain runs once. Not tried again: a write in
 * which a workflow ran, since that may have had effects outside the transaction.
 */
export function retryDeadlocks(app: Application): void {
  const run = new AsyncLocalStorage<{ workflowRan: boolean }>();
  app.db.on('executions.afterCreate', () => {
    const state = run.getStore();
    if (state) state.workflowRan = true;
  });
  for (const name of ACTIONS) {
    const original = app.resourceManager.getRegisteredHandler(name) as unknown as Handler | undefined;
    if (!original) continue;
    const handler: Handler = async (ctx, next) => {
      const values = ctx.action.params.values;
      for (let attempt = 1; ; attempt++) {
        const state = { workflowRan: false };
        try {
          if (values !== undefined) ctx.action.params.values = plainCopy(values);
          await run.run(state, () => original(ctx, noop));
          break;
        } catch (error) {
          if (classifyDatabaseError(error) !== 'deadlock') throw error;
          if (attempt >= TRIES || state.workflowRan) throw new Busy(error);
          await clock.sleep(backoff(attempt));
        }
      }
      await next();
    };
    app.resourceManager.registerActionHandlers({ [name]: handler as never });
  }
}

async function noop(): Promise<void> {
  // The rest of the chain runs once, after the last try.
}

/** A deep copy of request values; objects of a class of their own (dates, files) are shared. */
function plainCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainCopy);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainCopy(inner)]));
}
