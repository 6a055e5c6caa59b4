import type { Database } from '@nocobase/database';
import type { Sequelize, Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import { tableOf } from '../foundation/table';
import type { Lease } from './leases';

interface Claimed {
  part: number;
  epoch: string | number;
  owner: string | null;
}

interface Fence {
  transaction: Transaction;
  /** Milliseconds. */
  limit: number;
  leaseMs: number;
}

/** The statements on `relay_leases` that differ between databases. None waits for another owner. */
export abstract class LeaseStatements {
  abstract readonly insertIgnore: [prefix: string, suffix: string];

  constructor(protected readonly db: Database) {}

  /** Takes a free lease that fulfils the condition, whose alias is `l`. */
  abstract claim(owner: string, leaseMs: number, condition: string): Promise<Lease | null>;
  abstract renew(outside: Sequelize, lease: Lease, leaseMs: number): Promise<void>;
  abstract fence(lease: Lease, fence: Fence): Promise<boolean>;

  /** Condition: there are entries to relay, or failed deliveries whose time has come. */
  hasWork(l: string): string {
    const [leases, outbox, failed] = ['relayLeases', 'outboxEvents', 'failedDeliveries'].map((c) =>
      tableOf(this.db, c),
    );
    const partition = `${l}.${leases.column('partition')}`;
    const off = this.db.inDialect('postgres') ? 'false' : '0';
    return `(EXISTS (SELECT 1 FROM ${outbox.name} o WHERE o.${outbox.column('published')} = ${off}
        AND o.${outbox.column('partition')} = ${partition})
      OR EXISTS (SELECT 1 FROM ${failed.name} f WHERE f.${failed.column('status')} = 'retrying'
        AND f.${failed.column('partition')} = ${partition} AND f.${failed.column('nextTryAt')} <= ${this.now()}))`;
  }

  protected now(milliseconds = 0): string {
    return databaseTime(this.db, milliseconds);
  }

  protected get names() {
    const t = tableOf(this.db, 'relayLeases');
    return {
      table: t.name,
      partition: t.column('partition'),
      owner: t.column('owner'),
      epoch: t.column('epoch'),
      beats: t.column('beats'),
      since: t.column('since'),
      expiresAt: t.column('expiresAt'),
    };
  }

  /** Of a lease in someone's hands: still the same owner's. */
  protected isHeld({ partition, epoch }: Lease): string {
    const t = this.names;
    return `${t.partition} = ${partition} AND ${t.epoch} = ${epoch}`;
  }

  protected taken(leaseMs: number): string {
    const t = this.names;
    return `${t.since} = ${this.now()}, ${t.expiresAt} = ${this.now(leaseMs)}`;
  }

  /** A new value each time: MySQL and MariaDB count a row as touched only when something in it changed. */
  protected prolonged(leaseMs: number): string {
    const t = this.names;
    return `${t.expiresAt} = ${this.now(leaseMs)}, ${t.beats} = ${t.beats} + 1`;
  }

  protected lease({ part, epoch, owner }: Claimed): Lease {
    return { partition: Number(part), epoch: String(epoch), unclean: owner !== null };
  }
}

class PostgresStatements extends LeaseStatements {
  readonly insertIgnore: [string, string] = ['INSERT INTO', 'ON CONFLICT DO NOTHING'];

  async claim(owner: string, leaseMs: number, condition: string): Promise<Lease | null> {
    const t = this.names;
    const [row] = await this.db.sequelize.query<Claimed>(
      `UPDATE ${t.table} AS taken SET ${t.owner} = :owner, ${t.epoch} = taken.${t.epoch} + 1, ${this.taken(leaseMs)}
       FROM (SELECT l.${t.partition} AS part, l.${t.owner} AS owner FROM ${t.table} l
             WHERE l.${t.expiresAt} <= ${this.now()} AND ${condition}
             ORDER BY random() LIMIT 1 FOR UPDATE OF l SKIP LOCKED) AS free
       WHERE taken.${t.partition} = free.part
       RETURNING free.part AS part, taken.${t.epoch} AS epoch, free.owner AS owner`,
      { type: QueryTypes.SELECT, replacements: { owner } },
    );
    return row ? this.lease(row) : null;
  }

  async renew(outside: Sequelize, lease: Lease, leaseMs: number): Promise<void> {
    const t = this.names;
    await outside.query(
      `UPDATE ${t.table} SET ${this.prolonged(leaseMs)} WHERE ${t.partition} IN
         (SELECT ${t.partition} FROM ${t.table} WHERE ${this.isHeld(lease)} FOR UPDATE SKIP LOCKED)`,
    );
  }

  /** One statement; a process that is stopped in its transaction loses it, and with it the lock. */
  async fence(lease: Lease, { transaction, limit, leaseMs }: Fence): Promise<boolean> {
    const t = this.names;
    const rows = await this.db.sequelize.query(
      `UPDATE ${t.table} SET ${this.prolonged(leaseMs)} WHERE ${this.isHeld(lease)}
       RETURNING set_config('statement_timeout', '${limit}', true), set_config('idle_in_transaction_session_timeout', '${limit}', true)`,
      { type: QueryTypes.SELECT, transaction },
    );
    return rows.length > 0;
  }
}

class MysqlStatements extends LeaseStatements {
  readonly insertIgnore: [string, string] = ['INSERT IGNORE INTO', ''];

  async claim(owner: string, leaseMs: number, condition: string): Promise<Lease | null> {
    const t = this.names;
    // Looked for without locks first, since an idle relay asks this every second.
    const found = await this.find(`l.${t.expiresAt} <= ${this.now()} AND ${condition} ORDER BY RAND() LIMIT 1`);
    if (!found) return null;
    return this.db.sequelize.transaction(async (transaction) => {
      const free = await this.find(
        `l.${t.partition} = ${found.part} AND l.${t.expiresAt} <= ${this.now()} FOR UPDATE SKIP LOCKED`,
        transaction,
      );
      if (!free) return null;
      const lease = this.lease({ ...free, epoch: String(BigInt(free.epoch) + 1n) });
      await this.db.sequelize.query(
        `UPDATE ${t.table} SET ${t.owner} = :owner, ${t.epoch} = ${lease.epoch}, ${this.taken(leaseMs)}
         WHERE ${t.partition} = ${lease.partition}`,
        { transaction, replacements: { owner } },
      );
      return lease;
    });
  }

  async renew(outside: Sequelize, lease: Lease, leaseMs: number): Promise<void> {
    const t = this.names;
    await outside.transaction(async (transaction) => {
      const rows = await outside.query(`SELECT 1 FROM ${t.table} WHERE ${this.isHeld(lease)} FOR UPDATE SKIP LOCKED`, {
        type: QueryTypes.SELECT,
        transaction,
      });
      if (rows.length === 0) return;
      await outside.query(`UPDATE ${t.table} SET ${this.prolonged(leaseMs)} WHERE ${this.isHeld(lease)}`, {
        transaction,
      });
    });
  }

  async fence(lease: Lease, { transaction, leaseMs }: Fence): Promise<boolean> {
    const t = this.names;
    const [done] = (await this.db.sequelize.query(
      `UPDATE ${t.table} SET ${this.prolonged(leaseMs)} WHERE ${this.isHeld(lease)}`,
      { transaction },
    )) as unknown as [{ affectedRows: number }];
    return done.affectedRows > 0;
  }

  private async find(condition: string, transaction?: Transaction): Promise<Claimed | undefined> {
    const t = this.names;
    const [row] = await this.db.sequelize.query<Claimed>(
      `SELECT l.${t.partition} AS part, l.${t.epoch} AS epoch, l.${t.owner} AS owner FROM ${t.table} l WHERE ${condition}`,
      { type: QueryTypes.SELECT, transaction },
    );
    return row;
  }
}

/** One writer at a time, which the database itself sees to. */
class SqliteStatements extends LeaseStatements {
  readonly insertIgnore: [string, string] = ['INSERT OR IGNORE INTO', ''];

  async claim(owner: string, leaseMs: number, condition: string): Promise<Lease | null> {
    const t = this.names;
    const { sequelize } = this.db;
    const [found] = await sequelize.query<Claimed>(
      `SELECT l.${t.partition} AS part, l.${t.epoch} AS epoch, l.${t.owner} AS owner FROM ${t.table} l
       WHERE l.${t.expiresAt} <= ${this.now()} AND ${condition} ORDER BY random() LIMIT 1`,
      { type: QueryTypes.SELECT },
    );
    if (!found) return null;
    const [taken] = await sequelize.query<Claimed>(
      `UPDATE ${t.table} SET ${t.owner} = :owner, ${t.epoch} = ${t.epoch} + 1, ${this.taken(leaseMs)}
       WHERE ${t.partition} = ${found.part} AND ${t.epoch} = ${found.epoch} RETURNING ${t.epoch} AS epoch`,
      { type: QueryTypes.SELECT, replacements: { owner } },
    );
    return taken ? this.lease({ ...found, epoch: taken.epoch }) : null;
  }

  async renew(): Promise<void> {}

  async fence(lease: Lease, { transaction, leaseMs }: Fence): Promise<boolean> {
    const rows = await this.db.sequelize.query(
      `UPDATE ${this.names.table} SET ${this.prolonged(leaseMs)} WHERE ${this.isHeld(lease)} RETURNING 1 AS held`,
      { type: QueryTypes.SELECT, transaction },
    );
    return rows.length > 0;
  }
}

export function leaseStatementsFor(db: Database): LeaseStatements {
  if (db.inDialect('sqlite')) return new SqliteStatements(db);
  if (db.inDialect('mysql', 'mariadb')) return new MysqlStatements(db);
  return new PostgresStatements(db);
}
