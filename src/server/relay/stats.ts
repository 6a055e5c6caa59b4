import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { databaseTime, databaseTimeOnce, secondsBetween } from '../foundation/database-time';
import { tableOf } from '../foundation/table';
import { failedColumns } from '../consumer/failed-deliveries';
import type { RelayNode } from './nodes';
import { sortNodes } from './nodes';
import { PARTITIONS } from './partitions';

/** The relayed events of so many seconds tell the lag. */
const RECENT_SECONDS = 300;
/** Minutes that `throughput` looks back. */
export const THROUGHPUT_MINUTES = 60;

/** A partition in someone's hands. */
export interface HeldLease {
  partition: number;
  sinceSeconds: number | null;
  /** Below 0: over, and not yet taken by another. */
  expiresInSeconds: number;
}

/** A process that relays. */
export interface RelayStanding {
  owner: string;
  host: string;
  /** `gone`: silent for minutes, and nothing took its place. */
  state: 'working' | 'idle' | 'gone';
  startedSecondsAgo: number | null;
  seenSecondsAgo: number | null;
  partitions: number[];
  leases: HeldLease[];
  /** Of its last lease; null without one. */
  expiresInSeconds: number | null;
}

export interface Stats {
  pending: number;
  /** Null when nothing is pending. */
  oldestPendingSeconds: number | null;
  published: number;
  retrying: number;
  dead: number;
  /** From an event to its relaying, on the average of the last five minutes; null when nothing was relayed in them. */
  lagSeconds: number | null;
  relays: RelayStanding[];
}

/** How the outbox stands. Reads only. */
export async function stats(db: Database, nodes: RelayNode[]): Promise<Stats> {
  const [o, c] = [tableOf(db, 'outboxEvents'), failedColumns(db)];
  const [off, on] = flags(db);
  const [pending] = await select<{ count: string }>(
    db,
    `SELECT COUNT(*) AS count FROM ${o.name} WHERE ${o.column('published')} = ${off}`,
  );
  const [published] = await select<{ count: string }>(
    db,
    `SELECT COUNT(*) AS count FROM ${o.name} WHERE ${o.column('published')} = ${on}`,
  );
  const failed = await select<{ status: string; count: string }>(
    db,
    `SELECT ${c.status} AS status, COUNT(*) AS count FROM ${c.table} WHERE ${c.status} IN ('retrying', 'dead') GROUP BY ${c.status}`,
  );
  const counted = (status: string): number => Number(failed.find((row) => row.status === status)?.count ?? 0);
  const lag = secondsBetween(db, o.column('occurredAt'), o.column('publishedAt'));
  const [recent] = await select<{ lag: string | null }>(
    db,
    `SELECT AVG(${lag}) AS lag FROM ${o.name} WHERE ${o.column('published')} = ${on}
     AND ${o.column('publishedAt')} >= ${databaseTimeOnce(db, -RECENT_SECONDS * 1000)}`,
  );
  return {
    pending: Number(pending.count),
    oldestPendingSeconds: await oldestPending(db),
    published: Number(published.count),
    retrying: counted('retrying'),
    dead: counted('dead'),
    lagSeconds: recent.lag === null ? null : Math.max(0, Number(recent.lag)),
    relays: standings(nodes, await heldLeases(db)),
  };
}

/** Seconds for which the first of the waiting events has been waiting; null when none is. */
export async function oldestPending(db: Database): Promise<number | null> {
  const o = tableOf(db, 'outboxEvents');
  const [off] = flags(db);
  const age = secondsBetween(db, o.column('occurredAt'), databaseTime(db));
  const [oldest] = await select<{ age: string }>(
    db,
    `SELECT ${age} AS age FROM ${o.name} WHERE ${o.column('published')} = ${off} ORDER BY ${o.column('id')} LIMIT 1`,
  );
  return oldest ? Math.max(0, Number(oldest.age)) : null;
}

/** How many deliveries were given up and wait for an operator. */
export async function deadDeliveries(db: Database): Promise<number> {
  const c = failedColumns(db);
  const [dead] = await select<{ count: string }>(
    db,
    `SELECT COUNT(*) AS count FROM ${c.table} WHERE ${c.status} = 'dead'`,
  );
  return Number(dead.count);
}

/** Events relayed in each of the last sixty minutes, the oldest first; the last is the minute up to now. */
export async function throughput(db: Database): Promise<number[]> {
  const o = tableOf(db, 'outboxEvents');
  const [, on] = flags(db);
  const age = secondsBetween(db, o.column('publishedAt'), databaseTime(db));
  const floor = db.inDialect('sqlite') ? `CAST(${age} / 60 AS INTEGER)` : `FLOOR(${age} / 60)`;
  const rows = await select<{ minute: string; count: string }>(
    db,
    `SELECT ${floor} AS minute, COUNT(*) AS count FROM ${o.name} WHERE ${o.column('published')} = ${on}
     AND ${o.column('publishedAt')} >= ${databaseTimeOnce(db, -THROUGHPUT_MINUTES * 60_000)} GROUP BY 1`,
  );
  const minutes = Array.from({ length: THROUGHPUT_MINUTES }, () => 0);
  for (const { minute, count } of rows) {
    const place = THROUGHPUT_MINUTES - 1 - Math.min(THROUGHPUT_MINUTES - 1, Math.max(0, Number(minute)));
    minutes[place] += Number(count);
  }
  return minutes;
}

interface OwnedLease extends HeldLease {
  owner: string;
}

async function heldLeases(db: Database): Promise<OwnedLease[]> {
  const l = tableOf(db, 'relayLeases');
  const left = secondsBetween(db, databaseTime(db), l.column('expiresAt'));
  const held = secondsBetween(db, l.column('since'), databaseTime(db));
  const rows = await select<{ part: number; owner: string; held: string | null; seconds: string }>(
    db,
    `SELECT ${l.column('partition')} AS part, ${l.column('owner')} AS owner, ${held} AS held, ${left} AS seconds FROM ${l.name}
     WHERE ${l.column('owner')} IS NOT NULL AND ${l.column('partition')} < ${PARTITIONS} ORDER BY ${l.column('partition')}`,
  );
  return rows.map(({ part, owner, held, seconds }) => ({
    partition: Number(part),
    owner,
    sinceSeconds: held === null ? null : Math.max(0, Number(held)),
    expiresInSeconds: Number(seconds),
  }));
}

/** The processes that relay, with what each holds; one that holds something counts before it has given a sign of life. Pure. */
export function standings(nodes: RelayNode[], leases: OwnedLease[]): RelayStanding[] {
  const { alive, gone } = sortNodes(nodes);
  const known = new Set(nodes.map(({ owner }) => owner));
  const strangers = [...new Set(leases.map(({ owner }) => owner))].filter((owner) => !known.has(owner));
  const standing = (owner: string, node: RelayNode | undefined, isGone = false): RelayStanding => {
    const own = leases.filter((lease) => lease.owner === owner).map(({ owner: _, ...lease }) => lease);
    return {
      owner,
      host: node?.host ?? owner.split(':')[0],
      state: isGone ? 'gone' : own.length > 0 ? 'working' : 'idle',
      startedSecondsAgo: node?.startedSecondsAgo ?? null,
      seenSecondsAgo: node?.seenSecondsAgo ?? null,
      partitions: own.map(({ partition }) => partition),
      leases: own,
      expiresInSeconds: own.length > 0 ? Math.max(...own.map((lease) => lease.expiresInSeconds)) : null,
    };
  };
  return [
    ...alive.map((node) => standing(node.owner, node)),
    ...strangers.map((owner) => standing(owner, undefined)),
    ...gone.map((node) => standing(node.owner, node, true)),
  ];
}

function flags(db: Database): [off: string, on: string] {
  return db.inDialect('postgres') ? ['false', 'true'] : ['0', '1'];
}

function select<Row extends object>(db: Database, sql: string): Promise<Row[]> {
  return db.sequelize.query<Row>(sql, { type: QueryTypes.SELECT });
}
