import type { Database } from '@nocobase/database';
import type { RelayNodes } from '../relay/nodes';
import { stats, throughput } from '../relay/stats';
import type { Transports } from '../transport/transport';
import type { Action } from './input';

/** How the outbox stands, and how much it relayed in each of the last sixty minutes. */
export function outboxStats(
  db: Database,
  transports: Transports,
  nodes: RelayNodes,
): Record<'stats' | 'throughput', Action> {
  return {
    stats: async (ctx, next) => {
      const found = await stats(db, await nodes.all());
      await next();
      ctx.body = { ...found, transport: transports.inUse.name };
    },
    throughput: async (ctx, next) => {
      const minutes = await throughput(db);
      await next();
      ctx.body = { minutes, total: minutes.reduce((sum, count) => sum + count, 0) };
    },
  };
}
