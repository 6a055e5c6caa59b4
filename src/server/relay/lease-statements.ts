import type { Database } from '@nocobase/database';
import type { Sequelize, Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import { tableOf } from '../foundation/table';
import type { Claim, Lease } from './leases';
import type { Entry } from './outbox-entries';

interface Claimed {
  part: number;
  epoch: string | number;
  owner: string | null;
  cut_off: number;
}

/** A query for entries of a partition, given as an expression. */
type Reading = (partition: string) => string;

interface Fence {
  transaction: Transaction;
  /** Milliseconds. */
  limit: number;
  repeatable: boolean;
  progress?: boolean;
  reading?: string;
  leaseMs: number;
}

/** The statements on `relay_leases` that differ between databases. None waits for another owner. */
export abstract class LeaseStatements {
  abstract readonly insertIgnore: [prefix: string, suffix: string];

  constructor(protected readonly db: Database) {}

  /** Takes a free lease that fulfils the condition, whose alias is `l`. */
  abstract claim(owner: string, leaseMs: number, condition: string, reading?: Reading): Promise<Claim | null>;
  abstract renew(outside: Sequelize, lease: Lease, leaseMs: number): Promise<void>;
  /** Null when the lease is gone. */
  abstract fence<Row extends object>(lease: Lease, fence: Fence): Promise<Row[] | null>;

  /** What a fence is to read, where it takes a statement of its own. */
  protected async read<Row extends object>({ reading, transaction }: Fence): Promise<Row[]> {
    if (!reading) return [];
    return this.db.sequelize.query<Row>(reading, { type: QueryTypes.SELECT, transaction });
  }

  async release(lease: Lease, pause: number): Promise<void> {
    const t = this.names;
    await this.db.sequelize.query(
      `UPDATE ${t.table} SET ${t.owner} = NULL, ${t.expiresAt} = ${this.now(pause)} WHERE ${this.isHeld(lease)} ${this.unflushed}`,
    );
  }

  /** Ends an UPDATE that nobody needs to wait for the disk for: were it lost, it would only be done again. */
  protected readonly unflushed: string = '';

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
      cutOff: t.column('cutOff'),
      since: t.column('since'),
      expiresAt: t.column('expiresAt'),
    };
  }

  /** Of a lease in someone's hands: still the same owner's. */
  protected isHeld({ partition, epoch, owner }: Lease): string {
    const t = this.names;
    // The owner too: a database that crashed may have forgotten a claim, and give its epoch to another one.
    return `${t.partition} = ${partition} AND ${t.epoch} = ${epoch} AND ${t.owner} = ${this.db.sequelize.escape(owner)}`;
  }

  /** @param row the lease as it was before, where the statement needs a name for it */
  protected taken(leaseMs: number, row = ''): string {
    const t = this.names;
    const again = `CASE WHEN ${row}${t.owner} IS NULL THEN 0 ELSE ${row}${t.cutOff} + 1 END`;
    return `${t.cutOff} = ${again}, ${t.since} = ${this.now()}, ${t.expiresAt} = ${this.now(leaseMs)}`;
  }

  /** A new value each time: MySQL and MariaDB count a row as touched only when something in it changed. */
  protected prolonged(leaseMs: number, progress = false): string {
    const t = this.names;
    return `${t.expiresAt} = ${this.now(leaseMs)}, ${t.beats} = ${t.beats} + 1${progress ? `, ${t.cutOff} = 0` : ''}`;
  }

  protected claimed(found: Claimed, owner: string): Claim {
    return { lease: this.lease(found, owner), entries: null };
  }

  /** What was found, now in the hands of `owner`. */
  protected lease(found: Claimed, owner: string): Lease {
    return { partition: Number(found.part), epoch: String(found.epoch), owner, cutOff: Number(found.cut_off) };
  }
}

/** Within a statement: the commit of its transaction does not wait for the disk. */
const UNFLUSHED = `set_config('synchronous_commit', 'off', true)`;

class PostgresStatements extends LeaseStatements {
  readonly insertIgnore: [string, string] = ['INSERT INTO', 'ON CONFLICT DO NOTHING'];
  protected override readonly unflushed = `RETURNING ${UNFLUSHED}`;

  /**
   * One statement takes the lease and reads the first entries. It sees tables as they were when it began: where an owner gave
   * the partition back after that (its row is not the one that was seen), what was read is of no use.
   */
  async claim(owner: string, leaseMs: number, condition: string, reading?: Reading): Promise<Claim | null> {
    const t = this.names;
    const entries = reading?.('taken.part');
    const rows = await this.db.sequelize.query<Claimed & Entry & { unchanged: boolean }>(
      `WITH free AS (SELECT l.${t.partition} AS part, l.${t.owner} AS owner,
           l.${t.expiresAt} = (SELECT s.${t.expiresAt} FROM ${t.table} s WHERE s.${t.partition} = l.${t.partition}) AS unchanged
         FROM ${t.table} l WHERE l.${t.expiresAt} <= ${this.now()} AND ${condition}
         ORDER BY random() LIMIT 1 FOR UPDATE OF l SKIP LOCKED),
       taken AS (UPDATE ${t.table} AS lease SET ${this.taken(leaseMs, 'lease.')}, ${t.owner} = :owner, ${t.epoch} = lease.${t.epoch} + 1
         FROM free WHERE lease.${t.partition} = free.part
         RETURNING free.part, lease.${t.epoch} AS epoch, free.owner, lease.${t.cutOff} AS cut_off, free.unchanged, ${UNFLUSHED})
       SELECT * FROM taken ${entries ? `LEFT JOIN LATERAL (${entries}) AS entries ON true` : ''}`,
      { type: QueryTypes.SELECT, replacements: { owner } },
    );
    const [first] = rows;
    if (!first) return null;
    const found = rows.filter(({ id }) => id !== null).map((row) => ({ ...row, id: String(row.id) }));
    return { lease: this.lease(first, owner), entries: entries && first.unchanged ? found : null };
  }

  async renew(outside: Sequelize, lease: Lease, leaseMs: number): Promise<void> {
    const t = this.names;
    await outside.query(
      `UPDATE ${t.table} SET ${this.prolonged(leaseMs)} WHERE ${t.partition} IN
         (SELECT ${t.partition} FROM ${t.table} WHERE ${this.isHeld(lease)} FOR UPDATE SKIP LOCKED)`,
    );
  }

  /** One statement; a process that is stopped in its transaction loses it, and with it the lock. */
  async fence<Row extends object>(
    lease: Lease,
    { transaction, limit, leaseMs, repeatable, progress, reading }: Fence,
  ): Promise<Row[] | null> {
    const t = this.names;
    const timeouts = ['statement_timeout', 'idle_in_transaction_session_timeout'];
    const settings = timeouts.map((name) => `set_config('${name}', '${limit}', true)`);
    if (repeatable) settings.push(UNFLUSHED);
    const hold = `UPDATE ${t.table} SET ${this.prolonged(leaseMs, progress)} WHERE ${this.isHeld(lease)} RETURNING ${settings.join(', ')}`;
    const sql = reading
      ? `WITH held AS (${hold}) SELECT found.* FROM held LEFT JOIN (SELECT true AS is_found, rows.* FROM (${reading}) AS rows) AS found ON true`
      : hold;
    const rows = await this.db.sequelize.query<Row & { is_found?: boolean }>(sql, {
      type: QueryTypes.SELECT,
      transaction,
    });
    return rows.length > 0 ? rows.filter((row) => row.is_found) : null;
  }
}

class MysqlStatements extends LeaseStatements {
  readonly insertIgnore: [string, string] = ['INSERT IGNORE INTO', ''];

  async claim(owner: string, leaseMs: number, condition: string): Promise<Claim | null> {
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
      const claim = this.claimed(
        {
          ...free,
          epoch: String(BigInt(free.epoch) + 1n),
          cut_off: free.owner === null ? 0 : Number(free.cut_off) + 1,
        },
        owner,
      );
      await this.db.sequelize.query(
        `UPDATE ${t.table} SET ${this.taken(leaseMs)}, ${t.owner} = :owner, ${t.epoch} = ${claim.lease.epoch}
         WHERE ${t.partition} = ${claim.lease.partition}`,
        { transaction, replacements: { owner } },
      );
      return claim;
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

  async fence<Row extends object>(lease: Lease, fence: Fence): Promise<Row[] | null> {
    const t = this.names;
    const { transaction, leaseMs, progress } = fence;
    const [done] = (await this.db.sequelize.query(
      `UPDATE ${t.table} SET ${this.prolonged(leaseMs, progress)} WHERE ${this.isHeld(lease)}`,
      { transaction },
    )) as unknown as [{ affectedRows: number }];
    return done.affectedRows > 0 ? this.read(fence) : null;
  }

  private async find(condition: string, transaction?: Transaction): Promise<Claimed | undefined> {
    const t = this.names;
    const [row] = await this.db.sequelize.query<Claimed>(
      `SELECT l.${t.partition} AS part, l.${t.epoch} AS epoch, l.${t.owner} AS owner, l.${t.cutOff} AS cut_off
       FROM ${t.table} l WHERE ${condition}`,
      { type: QueryTypes.SELECT, transaction },
    );
    return row;
  }
}

/** One writer at a time, which the database itself sees to. */
class SqliteStatements extends LeaseStatements {
  readonly insertIgnore: [string, string] = ['INSERT OR IGNORE INTO', ''];

  async claim(owner: string, leaseMs: number, condition: string): Promise<Claim | null> {
    const t = this.names;
    const { sequelize } = this.db;
    const [found] = await sequelize.query<Claimed>(
      `SELECT l.${t.partition} AS part, l.${t.epoch} AS epoch, l.${t.owner} AS owner, l.${t.cutOff} AS cut_off FROM ${t.table} l
       WHERE l.${t.expiresAt} <= ${this.now()} AND ${condition} ORDER BY random() LIMIT 1`,
      { type: QueryTypes.SELECT },
    );
    if (!found) return null;
    const [taken] = await sequelize.query<Claimed>(
      `UPDATE ${t.table} SET ${this.taken(leaseMs)}, ${t.owner} = :owner, ${t.epoch} = ${t.epoch} + 1
       WHERE ${t.partition} = ${found.part} AND ${t.epoch} = ${found.epoch}
       RETURNING ${t.epoch} AS epoch, ${t.cutOff} AS cut_off`,
      { type: QueryTypes.SELECT, replacements: { owner } },
    );
    return taken ? this.claimed({ ...found, ...taken }, owner) : null;
  }

  async renew(): Promise<void> {}

  async fence<Row extends object>(lease: Lease, fence: Fence): Promise<Row[] | null> {
    const { transaction, leaseMs, progress } = fence;
    const rows = await this.db.sequelize.query(
      `UPDATE ${this.names.table} SET ${this.prolonged(leaseMs, progress)} WHERE ${this.isHeld(lease)} RETURNING 1 AS held`,
      { type: QueryTypes.SELECT, transaction },
    );
    return rows.length > 0 ? this.read(fence) : null;
  }
}

export function leaseStatementsFor(db: Database): LeaseStatements {
  if (db.inDialect('sqlite')) return new SqliteStatements(db);
  if (db.inDialect('mysql', 'mariadb')) return new MysqlStatements(db);
  return new PostgresStatements(db);
}
