import type { Database } from '@nocobase/database';
import { stats } from '../relay/stats';
import type { Transports } from '../transport/transport';
import type { Action } from './input';

/** How the outbox stands. */
export function outboxStats(db: Database, transports: Transports): Action {
  return async (ctx, next) => {
    const found = await stats(db);
    await next();
    ctx.body = { ...found, transport: transports.inUse.name };
  };
}
