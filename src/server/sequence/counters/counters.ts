import type { Database } from '@nocobase/database';
import type { Sequelize, Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import { clock } from '../../foundation/clock';
import { Busy } from '../../foundation/errors';
import { classifyDatabaseError } from '../../foundation/database-error';
import type { SidePool } from '../../foundation/side-pool';
import type { Snapshots } from '../../foundation/snapshots';
import { stepBack } from '../admission/after-you';
import type { WaitingSaves } from '../admission/waiting-saves';
import { busy } from './counter-errors';
import { rootOf } from './root-transaction';
import type { CounterFamily, CounterName, CounterRow } from './counter';
import type { StoredRow } from './counter-row';
import { toRow } from './counter-row';
import type { CounterStatements } from './counter-statements';
import { statementsFor } from './counter-statements';
import { counterTable, isCounter, isFamily } from './counter-table';

/** A transaction to act in, or nothing for one statement of its own. */
export type Within = Transaction | null | undefined;

/**
 * The counters' table: its only writer. Every change is one atomic statement, so that two processes, or two hooks inside
 * one transaction, never read the same value. In a transaction a drawn counter stays locked until it ends: later writers
 * wait and take the next number, or this one when the transaction is rolled back.
 */
export class Counters {
  readonly statements: CounterStatements;

  constructor(
    private readonly db: Database,
    private readonly side: SidePool,
    private readonly snapshots: Snapshots,
    private readonly waiting: WaitingSaves,
  ) {
    this.statements = statementsFor(db, () => side.sequelize);
  }

  /** Takes `count` numbers in a row and returns the first; null when the counter must be opened before (see opening.ts). */
  async draw(
    counter: CounterName,
    count: number,
    rule: { start: bigint; at: Date },
    within: Within,
  ): Promise<bigint | null> {
    const leave = this.waiting.join(counter);
    const last = await busy(() =>
      this.statements.draw({ counter, count: BigInt(count), start: rule.start, at: rule.at, transaction: within }),
    ).finally(leave);
    if (within && last !== null) stepBack(rootOf(within), counter, this.waiting);
    return last === null ? null : last - BigInt(count) + 1n;
  }

  /** Raises an opened counter to `value`; a higher one stays. Locks it only when there is something to raise. */
  async raise(counter: CounterName, value: bigint, at: Date, within: Within): Promise<void> {
    const t = counterTable(this.db);
    await busy(() =>
      this.write(
        `UPDATE ${t.table} SET ${t.current} = ${value}, ${t.lastGeneratedAt} = :at
         WHERE ${isCounter(t)} AND ${t.current} < ${value}`,
        { ...counter, at },
        within,
      ),
    );
  }

  /** Sets a counter to exactly this value, higher or lower; `lastGeneratedAt` stays. */
  async set(id: CounterRow['id'], current: bigint | null, within: Within): Promise<void> {
    const t = counterTable(this.db);
    await this.write(`UPDATE ${t.table} SET ${t.current} = ${current ?? 'NULL'} WHERE ${t.id} = :id`, { id }, within);
  }

  /**
   * Makes a counter that is there stand at `floor` at least, also one that never gave a number. One statement, judged by
   * what it finds once it has the row: others may have drawn since the row was read.
   */
  async lift(id: CounterRow['id'], floor: bigint, within: Within): Promise<void> {
    const t = counterTable(this.db);
    await busy(() =>
      this.write(
        `UPDATE ${t.table} SET ${t.current} = ${floor} WHERE ${t.id} = :id AND (${t.current} IS NULL OR ${t.current} < ${floor})`,
        { id },
        within,
      ),
    );
  }

  /** Gives a stored counter another period and value in one statement (opening a new period on the same row). */
  async turn(row: CounterRow, period: string, current: bigint | null, within: Within): Promise<void> {
    const t = counterTable(this.db);
    await this.write(
      `UPDATE ${t.table} SET ${t.period} = :period, ${t.current} = ${current ?? 'NULL'} WHERE ${t.id} = :id`,
      { id: row.id, period },
      within,
    );
  }

  /** Adds a counter unless it is there. */
  async add(counter: CounterName, values: { current: bigint | null; at: Date | null }, within: Within): Promise<void> {
    const { sql, replacements } = this.insertion(counter, values);
    await busy(() => this.db.sequelize.query(sql, { transaction: within, replacements }));
  }

  /**
   * Adds a counter in a transaction of its own on the side pool, committed at once. An INSERT waits for a save that holds
   * the row, even when it then does nothing; and that save may be waiting for a connection of the side pool. So this looks
   * first, and a row that somebody holds all the same is there. If it is not, the locks of `within` itself stand in the
   * way (MySQL and MariaDB lock the places beside rows too), and it is added there.
   */
  async addOutside(
    counter: CounterName,
    values: { current: bigint | null; at: Date | null },
    within: Within,
  ): Promise<void> {
    const side = this.side.sequelize;
    if (!side) return this.add(counter, values, within);
    const { sql, replacements } = this.insertion(counter, values);
    const add = async (transaction: Transaction): Promise<void> => {
      await side.query(this.statements.waitBriefly, { transaction });
      if (!(await this.isThere(side, counter, transaction))) await side.query(sql, { transaction, replacements });
    };
    try {
      await busy(() => side.transaction(add));
    } catch (error) {
      if (!(error instanceof Busy && classifyDatabaseError(error) === 'lock-timeout')) throw error;
      if (within && !(await this.isThere(side, counter, null))) await this.add(counter, values, within);
    }
  }

  private async isThere(on: Sequelize, counter: CounterName, transaction: Transaction | null): Promise<boolean> {
    const t = counterTable(this.db);
    const found = await on.query(`SELECT 1 AS found FROM ${t.table} WHERE ${isCounter(t)}`, {
      type: QueryTypes.SELECT,
      transaction,
      replacements: { ...counter },
    });
    return found.length > 0;
  }

  private insertion(
    counter: CounterName,
    values: { current: bigint | null; at: Date | null },
  ): { sql: string; replacements: Record<string, unknown> } {
    const t = counterTable(this.db);
    const { prefix, suffix } = this.statements.insertIgnore;
    const stamps = this.timestamps();
    const columns = [t.collection, t.field, t.key, t.scope, t.period, t.current, t.lastGeneratedAt, ...stamps];
    return {
      sql: `${prefix} ${t.table} (${columns.join(', ')})
       VALUES (${[`:collection, :field, :key, :scope, :period, ${values.current ?? 'NULL'}, :at`, ...stamps.map(() => ':now')].join(', ')}) ${suffix}`,
      replacements: { ...counter, at: values.at, now: clock.now() },
    };
  }

  /** All counters of a field, of a collection, or all there are; oldest row first. `lock`: held to the end of `within`. */
  async rows(filter: Partial<CounterName>, within?: Within, lock = false): Promise<CounterRow[]> {
    const t = counterTable(this.db);
    const names = (['collection', 'field', 'key', 'scope', 'period'] as const).filter(
      (name) => filter[name] !== undefined,
    );
    const where = names.map((name) => `${t[name]} = :${name}`).join(' AND ') || '1 = 1';
    const found = await busy(() =>
      this.read<StoredRow>(
        `SELECT ${this.columns()} FROM ${t.table} WHERE ${where} ORDER BY ${t.id} ${lock ? this.statements.forUpdate : ''}`,
        { ...filter },
        within,
      ),
    );
    return found.map(toRow);
  }

  /**
   * As `rows`, with those that others stored since the transaction took its snapshot (MySQL, MariaDB). What is seen in
   * either may be gone or changed: lock a row before going by it.
   */
  async rowsNow(filter: Partial<CounterName>, within: Within): Promise<CounterRow[]> {
    const seen = await this.rows(filter, within);
    const later = await this.snapshots.outside(within, (transaction) => this.rows(filter, transaction));
    const known = new Set(seen.map((row) => String(row.id)));
    return [...seen, ...(later ?? []).filter((row) => !known.has(String(row.id)))];
  }

  /**
   * Locks all counters of a family for a change of its rules: until `within` ends, nobody draws from one, raises or opens
   * one. The head comes first, which every opening holds, so that the rows locked then are all there are.
   */
  async lockFamily(family: CounterFamily, within: Transaction): Promise<CounterRow[]> {
    const head = await this.head(family, within);
    if (head) await this.lock(head.id, within, this.statements.forUpdate);
    return this.rows({ collection: family.collection, field: family.field, key: family.key }, within, true);
  }

  /** Waits for a change of the family's rules that is under way, and lets none begin before `within` ends. */
  async holdRules(family: CounterFamily, within: Transaction): Promise<void> {
    const { forRules } = this.statements;
    if (forRules === null) return;
    const t = counterTable(this.db);
    const head = `SELECT ${t.id} FROM ${t.table} WHERE ${isFamily(t)} AND ${t.scope} = '' ORDER BY ${t.id} LIMIT 1`;
    await busy(() => this.read(`${head} ${forRules}`, { ...family }, within));
  }

  /**
   * The row the built-in field would read: the lowest id, always with scope '' and the newest period. A transaction that
   * began before it was made may not see it (MySQL, MariaDB), so it is then looked for outside.
   */
  async head(family: CounterFamily, within?: Within): Promise<CounterRow | null> {
    const seen = await this.headOn(this.db.sequelize, family, within);
    const outside = within && this.db.inDialect('mysql', 'mariadb') ? this.side.sequelize : null;
    return seen ?? (outside && this.headOn(outside, family, null));
  }

  private async headOn(on: Sequelize, family: CounterFamily, within: Within): Promise<CounterRow | null> {
    const t = counterTable(this.db);
    const found = await on.query<StoredRow>(
      `SELECT ${this.columns()} FROM ${t.table} WHERE ${isFamily(t)} AND ${t.scope} = '' ORDER BY ${t.id} LIMIT 1`,
      { type: QueryTypes.SELECT, replacements: { ...family }, transaction: within ?? null },
    );
    return found[0] ? toRow(found[0]) : null;
  }

  /**
   * Locks the head row to the end of the transaction. A missing one is made first, in a transaction of its own that is
   * over at once: two writers that both made it in theirs would wait for each other's record.
   */
  async lockHead(family: CounterFamily, within: Transaction): Promise<void> {
    let head = await this.head(family, within);
    if (!head) {
      await this.addOutside({ ...family, scope: '', period: '' }, { current: null, at: null }, within);
      head = await this.head(family, within);
    }
    if (head) await this.lock(head.id, within);
  }

  /** Locks one row by its id to the end of the transaction and reads it anew; null when it is gone. */
  async lock(id: CounterRow['id'], within: Transaction, how = this.statements.forDraw): Promise<CounterRow | null> {
    const t = counterTable(this.db);
    const found = await busy(() =>
      this.read<StoredRow>(`SELECT ${this.columns()} FROM ${t.table} WHERE ${t.id} = :id ${how}`, { id }, within),
    );
    return found[0] ? toRow(found[0]) : null;
  }

  /** Moves all counters of a field to its new name. */
  async rename(collection: string, from: string, to: string, within: Within): Promise<void> {
    const t = counterTable(this.db);
    await this.write(
      `UPDATE ${t.table} SET ${t.field} = :to WHERE ${t.collection} = :collection AND ${t.field} = :from`,
      { collection, from, to },
      within,
    );
  }

  /** Removes the counters of a field, or of a whole collection. */
  async remove(filter: { collection: string; field?: string; key?: number }, within: Within): Promise<void> {
    const t = counterTable(this.db);
    const field = filter.field === undefined ? '' : `AND ${t.field} = :field`;
    const key = filter.key === undefined ? '' : `AND ${t.key} = :key`;
    await this.write(
      `DELETE FROM ${t.table} WHERE ${t.collection} = :collection ${field} ${key}`,
      { ...filter },
      within,
    );
  }

  /** Removes one row by its id. */
  async removeRow(id: CounterRow['id'], within: Within): Promise<void> {
    const t = counterTable(this.db);
    await this.write(`DELETE FROM ${t.table} WHERE ${t.id} = :id`, { id }, within);
  }

  private columns(): string {
    const t = counterTable(this.db);
    return `${t.id} AS id, ${t.collection} AS ${this.quote('collection')}, ${t.field} AS ${this.quote('field')},
      ${t.key} AS ${this.quote('key')}, ${t.scope} AS ${this.quote('scope')}, ${t.period} AS ${this.quote('period')},
      ${this.statements.asText(t.current)} AS ${this.quote('current')}, ${t.lastGeneratedAt} AS ${this.quote('lastGeneratedAt')}`;
  }

  private timestamps(): string[] {
    const attributes = this.db.getCollection('sequences').model.rawAttributes as Record<string, { field?: string }>;
    return ['createdAt', 'updatedAt'].flatMap((name) =>
      attributes[name] ? [this.quote(attributes[name].field ?? name)] : [],
    );
  }

  private quote(name: string): string {
    return this.db.sequelize.getQueryInterface().quoteIdentifier(name);
  }

  private read<Row extends object>(sql: string, replacements: Record<string, unknown>, within: Within): Promise<Row[]> {
    return this.db.sequelize.query<Row>(sql, { type: QueryTypes.SELECT, replacements, transaction: within ?? null });
  }

  private async write(sql: string, replacements: Record<string, unknown>, within: Within): Promise<void> {
    await this.db.sequelize.query(sql, { replacements, transaction: within ?? null });
  }
}
