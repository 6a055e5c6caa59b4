import type { Database } from '@nocobase/database';
import { writeTransaction } from '../../foundation/write-transaction';
import type { Sequelize, Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import { OUT_OF_RANGE } from '../../foundation/database-error';
import type { CounterTable } from './counter-table';
import { counterTable, isCounter } from './counter-table';
import type { CounterName } from './counter';
import { WaitLimit } from './wait-limit';

/** How long a save waits for another one that holds its counter, in milliseconds, before it gives up with a 503. */
export function lockWait(): number {
  const value = Number(process.env.SEQUENCE_LOCK_TIMEOUT_MS ?? 30_000);
  return Number.isFinite(value) && value >= 1 ? Math.floor(value) : 30_000;
}

/** A draw of `count` numbers; they end at the returned one. */
export interface Draw {
  counter: CounterName;
  count: bigint;
  start: bigint;
  /** Record time, kept in lastGeneratedAt for the built-in field to go on from. */
  at: Date;
  transaction?: Transaction | null;
}

/** The statements that differ between databases. Each is atomic: no other writer can come in between. */
export interface CounterStatements {
  /** Adds to an opened counter and returns its new value; null when the counter is missing or was never opened. */
  draw(draw: Draw): Promise<bigint | null>;
  /** INSERT that does nothing when the counter is there. */
  readonly insertIgnore: { prefix: string; suffix: string };
  /** A whole number of the database as exact text. */
  asText(expression: string): string;
  /** The larger of two expressions. */
  greatest(a: string, b: string): string;
  /** Appended to a SELECT to lock its rows against everybody; '' where the database has one writer anyway. */
  readonly forUpdate: string;
  /** The same as a draw locks its row: who only holds the rules (`forRules`) goes on. */
  readonly forDraw: string;
  /**
   * Locks a head against `forUpdate` only: draws go on. Null where that needs no lock: MySQL and MariaDB lock the places
   * beside the rows, too, so that nothing is added to a family that is locked.
   */
  readonly forRules: string | null;
  /** Limits how long a transaction on the side pool waits for locks. Not for the app's connections: they keep the limit. */
  readonly waitBriefly: string;
}

/** The statements of the app's database. */
export function statementsFor(db: Database, outside: () => Sequelize | null): CounterStatements {
  if (db.inDialect('sqlite')) return new SqliteStatements(db);
  if (db.inDialect('mysql', 'mariadb')) return new MysqlStatements(db, outside);
  return new PostgresStatements(db, outside);
}

/** Counters whose condition is kept written out; one more and all are written anew. */
const MOST_KEPT = 5000;

class PostgresStatements implements CounterStatements {
  readonly insertIgnore = { prefix: 'INSERT INTO', suffix: 'ON CONFLICT DO NOTHING' };
  readonly forUpdate = 'FOR UPDATE';
  readonly forDraw = 'FOR NO KEY UPDATE';
  readonly forRules = 'FOR KEY SHARE';
  readonly waitBriefly = "SET LOCAL lock_timeout = '200ms'";
  private readonly conditions = new Map<string, string>();
  private readonly waits: WaitLimit;

  constructor(
    private readonly db: Database,
    outside: () => Sequelize | null,
  ) {
    this.waits = new WaitLimit(outside);
  }

  /** Short and plain, since its text is read and planned anew each time. */
  async draw({ counter, count, start, at, transaction }: Draw): Promise<bigint | null> {
    const t = counterTable(this.db);
    const rows = await this.waits.within(lockWait(), (mark) =>
      this.db.sequelize.query<{ current: string | number }>(
        `${mark} UPDATE ${t.table} SET ${t.current} = GREATEST(${t.current} + ${count}, ${start + count - 1n}), ${t.lastGeneratedAt} = '${instantText(at)}'
         WHERE ${this.isThe(counter, t)} AND ${t.current} IS NOT NULL RETURNING ${t.current} AS current`,
        { type: QueryTypes.SELECT, transaction },
      ),
    );
    return rows[0] ? BigInt(rows[0].current) : null;
  }

  /** Written out: putting values in for names takes as long as the rest of the draw. */
  private isThe({ collection, field, key, scope, period }: CounterName, t: CounterTable): string {
    const id = JSON.stringify([t.table, collection, field, key, scope, period]);
    const kept = this.conditions.get(id);
    if (kept) return kept;
    const text = (value: string): string => this.db.sequelize.escape(value);
    const condition = `${t.collection} = ${text(collection)} AND ${t.field} = ${text(field)} AND ${t.key} = ${key} AND ${t.scope} = ${text(scope)} AND ${t.period} = ${text(period)}`;
    if (this.conditions.size >= MOST_KEPT) this.conditions.clear();
    this.conditions.set(id, condition);
    return condition;
  }

  asText = (expression: string): string => `(${expression})::text`;
  greatest = (a: string, b: string): string => `GREATEST(${a}, ${b})`;
}

/** An instant as PostgreSQL reads it, also past the year 9999. */
function instantText(at: Date): string {
  return at.toISOString().replace(/^\+0*/, '');
}

class SqliteStatements implements CounterStatements {
  readonly insertIgnore = { prefix: 'INSERT OR IGNORE INTO', suffix: '' };
  readonly forUpdate = '';
  readonly forDraw = '';
  readonly forRules = null;
  readonly waitBriefly = '';

  constructor(private readonly db: Database) {}

  async draw({ counter, count, start, at, transaction }: Draw): Promise<bigint | null> {
    const t = counterTable(this.db);
    const rows = await this.db.sequelize.query<{ current: string }>(
      `UPDATE ${t.table} SET ${t.current} = MAX(${t.current} + ${count}, ${start + count - 1n}),
         ${t.lastGeneratedAt} = :at
       WHERE ${isCounter(t)} AND ${t.current} IS NOT NULL RETURNING CAST(${t.current} AS TEXT) AS current`,
      {
        type: QueryTypes.SELECT,
        transaction,
        replacements: { ...counter, at },
      },
    );
    // Past 64 bits SQLite goes on with fractions.
    if (rows[0]?.current.includes('.')) throw Object.assign(new Error('integer out of range'), { code: OUT_OF_RANGE });
    return rows[0] ? BigInt(rows[0].current) : null;
  }

  asText = (expression: string): string => `CAST(${expression} AS TEXT)`;
  greatest = (a: string, b: string): string => `MAX(${a}, ${b})`;
}

/** How both drivers answer an UPDATE. */
interface Written {
  affectedRows: number;
  insertId: number;
}

class MysqlStatements implements CounterStatements {
  readonly insertIgnore = { prefix: 'INSERT IGNORE INTO', suffix: '' };
  readonly forUpdate = 'FOR UPDATE';
  readonly forDraw = 'FOR UPDATE';
  readonly forRules = null;
  readonly waitBriefly = 'SET SESSION innodb_lock_wait_timeout = 1';
  private mariadb?: Promise<boolean>;

  constructor(
    private readonly db: Database,
    private readonly outside: () => Sequelize | null,
  ) {}

  /**
   * The row is found by a read without locks and changed by its primary key: an UPDATE that finds no row would lock the
   * gap where it should be, and two writers that both open the counter would deadlock on that.
   */
  async draw(draw: Draw): Promise<bigint | null> {
    if (!draw.transaction) {
      return writeTransaction(this.db, (transaction) => this.draw({ ...draw, transaction }));
    }
    const seen = await this.find(draw.counter, draw.transaction);
    const drawn = seen === null ? null : await this.drawFrom(seen, draw);
    if (drawn !== null) return drawn;
    // The transaction's snapshot is old: the counter came, or stands in another row, since it was taken.
    const now = await this.find(draw.counter);
    return now === null || now === seen ? null : this.drawFrom(now, draw);
  }

  private async drawFrom(id: number | string, draw: Draw): Promise<bigint | null> {
    const { counter, count, start, at, transaction } = draw;
    const t = counterTable(this.db);
    const [done] = (await this.db.sequelize.query(
      `${await this.waitPrefix()}UPDATE ${t.table} SET ${t.lastGeneratedAt} = :at,
         ${t.current} = LAST_INSERT_ID(GREATEST(${t.current} + ${count}, ${start + count - 1n}))
       WHERE ${t.id} = :id AND ${isCounter(t)} AND ${t.current} IS NOT NULL`,
      { transaction, replacements: { ...counter, id, at } },
    )) as unknown as [Written];
    if (done.affectedRows === 0) return null;
    // The answer holds LAST_INSERT_ID too, exact as long as it fits into a JavaScript number.
    if (done.insertId > 0 && Number.isSafeInteger(done.insertId)) return BigInt(done.insertId);
    const rows = await this.db.sequelize.query<{ current: string }>(
      `SELECT CAST(LAST_INSERT_ID() AS CHAR) AS current`,
      {
        type: QueryTypes.SELECT,
        transaction,
      },
    );
    return BigInt(rows[0].current);
  }

  asText = (expression: string): string => `CAST(${expression} AS CHAR)`;
  greatest = (a: string, b: string): string => `GREATEST(${a}, ${b})`;

  /** Looks in the transaction's snapshot; without one, on a fresh connection that sees what was committed since. */
  private async find(counter: CounterName, transaction?: Transaction): Promise<number | string | null> {
    const t = counterTable(this.db);
    const rows = await (transaction ? this.db.sequelize : (this.outside() as Sequelize)).query<{ id: number | string }>(
      `SELECT ${t.id} AS id FROM ${t.table} WHERE ${isCounter(t)} ORDER BY ${t.id} LIMIT 1`,
      { type: QueryTypes.SELECT, transaction, replacements: { ...counter } },
    );
    return rows[0]?.id ?? null;
  }

  /** MariaDB takes the wait limit for one statement; MySQL has none, there the server's own limit holds. */
  private async waitPrefix(): Promise<string> {
    this.mariadb ??= this.isMariadb();
    return (await this.mariadb) ? `SET STATEMENT innodb_lock_wait_timeout = ${Math.ceil(lockWait() / 1000)} FOR ` : '';
  }

  private async isMariadb(): Promise<boolean> {
    const rows = await (this.outside() as Sequelize).query<{ version: string }>('SELECT VERSION() AS version', {
      type: QueryTypes.SELECT,
    });
    return /mariadb/i.test(rows[0]?.version ?? '');
  }
}
