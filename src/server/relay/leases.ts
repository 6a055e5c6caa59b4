import type { Database } from '@nocobase/database';
import type { Sequelize, Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import type { SidePool } from '../foundation/side-pool';
import { tableOf } from '../foundation/table';
import type { LeaseStatements } from './lease-statements';
import { leaseStatementsFor } from './lease-statements';
import type { Entry } from './outbox-entries';
import { pendingSql } from './outbox-entries';
import { LEASES } from './partitions';

/** How long an owner keeps a partition without a sign of life, in milliseconds. */
export const LEASE_MS = 15_000;

/** The right to relay one partition. `epoch` is raised with every new owner: an older one can write nothing more. */
export interface Lease {
  partition: number;
  epoch: string;
  owner: string;
  /** How many owners in a row, just before, settled nothing and did not give it back: they ended, or stopped, in the middle. */
  cutOff: number;
}

/** A lease just taken. */
export interface Claim {
  lease: Lease;
  /** The first entries of the partition; null where they have to be asked for. */
  entries: Entry[] | null;
}

/** Another owner has the partition by now. What was being done in the transaction is undone. */
export class LeaseLost extends Error {
  constructor(readonly lease: Lease) {
    super(`the lease of partition ${lease.partition} (epoch ${lease.epoch}) is gone`);
    this.name = 'LeaseLost';
  }
}

/** The leases of one owner; the only writer of `relay_leases`. All times are the database's. */
export class Leases {
  private readonly statements: LeaseStatements;

  constructor(
    private readonly db: Database,
    private readonly side: SidePool,
    readonly owner: string,
  ) {
    this.statements = leaseStatementsFor(db);
  }

  /** Makes the rows that are missing; several processes may do it at once. */
  async seed(): Promise<void> {
    const t = tableOf(this.db, 'relayLeases');
    const [prefix, suffix] = this.statements.insertIgnore;
    const [present] = await this.db.sequelize.query<{ count: number | string }>(
      `SELECT COUNT(*) AS count FROM ${t.name}`,
      { type: QueryTypes.SELECT },
    );
    if (Number(present.count) >= LEASES) return;
    const now = databaseTime(this.db);
    // Past the partitions: what one process does at a time.
    const rows = Array.from({ length: LEASES }, (_, partition) => `(${partition}, 0, 0, 0, ${now})`);
    await this.db.sequelize.query(
      `${prefix} ${t.name} (${['partition', 'epoch', 'beats', 'cutOff', 'expiresAt'].map((name) => t.column(name)).join(', ')})
       VALUES ${rows.join(', ')} ${suffix}`,
    );
  }

  /**
   * Takes a free partition that has something to do; null when there is none.
   * @param limit how many of its entries to read in the same statement, where the database can
   */
  async claim(limit: number): Promise<Claim | null> {
    const reading = (partition: string): string => pendingSql(this.db, partition, limit);
    return this.statements.claim(this.owner, LEASE_MS, this.statements.hasWork('l'), reading);
  }

  /** Takes one partition, whether or not it has anything to do; null when it is taken. */
  async claimOnly(partition: number): Promise<Lease | null> {
    const claim = await this.statements.claim(this.owner, LEASE_MS, `l.${this.column('partition')} = ${partition}`);
    return claim?.lease ?? null;
  }

  /**
   * Locks the lease within a transaction and prolongs it. While the transaction lasts nobody can take the partition over.
   * @param options.limit milliseconds after which the database ends a statement of the transaction, or the transaction of a
   * process that does nothing (PostgreSQL)
   * @param options.repeatable true when losing the transaction in a crash of the database only means doing it again:
   * PostgreSQL then does not wait for its disk
   * @param options.progress true when the transaction settles entries: owners after this one need not be careful
   * @param options.reading a query that is answered as well, in the same statement where the database can
   * @throws LeaseLost
   */
  async fence<Row extends object>(
    lease: Lease,
    transaction: Transaction,
    options: { limit: number; repeatable: boolean; progress?: boolean; reading?: string },
  ): Promise<Row[]> {
    const rows = await this.statements.fence<Row>(lease, { ...options, transaction, leaseMs: LEASE_MS });
    if (!rows) throw new LeaseLost(lease);
    return rows;
  }

  /** Prolongs leases beside whatever their owner does; those locked by a transaction prolong themselves. */
  async renew(leases: Lease[]): Promise<void> {
    const outside: Sequelize | null = this.side.sequelize;
    if (!outside) return;
    for (const lease of leases) await this.statements.renew(outside, lease, LEASE_MS);
  }

  /** Gives a partition back. `pause`: milliseconds in which nobody is to take it, for something that is down. */
  async release(lease: Lease, pause = 0): Promise<void> {
    await this.statements.release(lease, pause);
  }

  /** Waits until nothing is being done in these partitions and keeps it so until the transaction's end. */
  async hold(partitions: number[], transaction: Transaction): Promise<void> {
    if (partitions.length === 0 || this.db.inDialect('sqlite')) return;
    const t = tableOf(this.db, 'relayLeases');
    const list = [...new Set(partitions)].sort((a, b) => a - b);
    await this.db.sequelize.query(
      `SELECT ${t.column('partition')} FROM ${t.name} WHERE ${t.column('partition')} IN (${list.join(', ')})
       ORDER BY ${t.column('partition')} FOR UPDATE`,
      { transaction },
    );
  }

  private column(name: string): string {
    return tableOf(this.db, 'relayLeases').column(name);
  }
}
