import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import { tableOf } from '../foundation/table';
import { failedColumns } from '../consumer/failed-deliveries';
import { PARTITIONS } from './partitions';

export interface Stats {
  pending: number;
  /** Null when nothing is pending. */
  oldestPendingSeconds: number | null;
  published: number;
  retrying: number;
  dead: number;
  /** Owners at work at the moment, each with its partitions; none while there is nothing to do. */
  relays: Array<{ owner: string; partitions: number[]; expiresInSeconds: number }>;
}

/** How the outbox stands. Reads only. */
export async function stats(db: Database): Promise<Stats> {
  const [o, l, c] = [tableOf(db, 'outboxEvents'), tableOf(db, 'relayLeases'), failedColumns(db)];
  const select = <Row extends object>(sql: string): Promise<Row[]> =>
    db.sequelize.query<Row>(sql, { type: QueryTypes.SELECT });
  const [off, on] = db.inDialect('postgres') ? ['false', 'true'] : ['0', '1'];
  const age = secondsBetween(db, `MIN(${o.column('occurredAt')})`, databaseTime(db));
  const [pending] = await select<{ count: string; age: string | null }>(
    `SELECT COUNT(*) AS count, ${age} AS age FROM ${o.name} WHERE ${o.column('published')} = ${off}`,
  );
  const [published] = await select<{ count: string }>(
    `SELECT COUNT(*) AS count FROM ${o.name} WHERE ${o.column('published')} = ${on}`,
  );
  const failed = await select<{ status: string; count: string }>(
    `SELECT ${c.status} AS status, COUNT(*) AS count FROM ${c.table} WHERE ${c.status} IN ('retrying', 'dead') GROUP BY ${c.status}`,
  );
  const left = secondsBetween(db, databaseTime(db), l.column('expiresAt'));
  const leases = await select<{ part: number; owner: string; seconds: string }>(
    `SELECT ${l.column('partition')} AS part, ${l.column('owner')} AS owner, ${left} AS seconds FROM ${l.name}
     WHERE ${l.column('owner')} IS NOT NULL AND ${l.column('partition')} < ${PARTITIONS} ORDER BY ${l.column('partition')}`,
  );
  const owners = new Map<string, Stats['relays'][number]>();
  for (const { part, owner, seconds } of leases) {
    const relay = owners.get(owner) ?? { owner, partitions: [], expiresInSeconds: Number.NEGATIVE_INFINITY };
    relay.partitions.push(Number(part));
    relay.expiresInSeconds = Math.max(relay.expiresInSeconds, Number(seconds));
    owners.set(owner, relay);
  }
  const counted = (status: string): number => Number(failed.find((row) => row.status === status)?.count ?? 0);
  return {
    pending: Number(pending.count),
    oldestPendingSeconds: pending.age === null ? null : Math.max(0, Number(pending.age)),
    published: Number(published.count),
    retrying: counted('retrying'),
    dead: counted('dead'),
    relays: [...owners.values()],
  };
}

function secondsBetween(db: Database, from: string, to: string): string {
  if (db.inDialect('sqlite')) return `((julianday(${to}) - julianday(${from})) * 86400)`;
  if (db.inDialect('mysql', 'mariadb')) return `(TIMESTAMPDIFF(MICROSECOND, ${from}, ${to}) / 1000000)`;
  return `EXTRACT(EPOCH FROM (${to} - ${from}))`;
}
