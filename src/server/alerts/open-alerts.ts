import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import { tableOf } from '../foundation/table';

/** A condition that holds. */
export interface OpenAlert {
  condition: string;
  /** It was told. */
  sent: boolean;
  attempts: number;
  /** It is to be told now. */
  due: boolean;
}

const LONGEST_ERROR = 1000;

/** Remembers which conditions hold and were told; the only writer of `outbox_alerts`. One process at a time uses it. */
export class OpenAlerts {
  constructor(private readonly db: Database) {}

  async all(): Promise<OpenAlert[]> {
    const t = this.columns;
    const rows = await this.db.sequelize.query<{ name: string; sent: unknown; attempts: number; due: unknown }>(
      `SELECT ${t.condition} AS name, ${t.sentAt} AS sent, ${t.attempts} AS attempts,
         CASE WHEN ${t.sentAt} IS NULL AND ${t.nextTryAt} <= ${this.now()} THEN 1 ELSE 0 END AS due FROM ${t.table}`,
      { type: QueryTypes.SELECT },
    );
    return rows.map(({ name, sent, attempts, due }) => ({
      condition: name,
      sent: sent !== null,
      attempts: Number(attempts),
      due: Number(due) === 1,
    }));
  }

  /** Notes that a condition holds from now on. */
  async open(condition: string): Promise<void> {
    const t = this.columns;
    await this.db.sequelize.query(
      `INSERT INTO ${t.table} (${t.condition}, ${t.since}, ${t.attempts}, ${t.nextTryAt})
       VALUES (:condition, ${this.now()}, 0, ${this.now()})`,
      { replacements: { condition } },
    );
  }

  async sent(condition: string): Promise<void> {
    const t = this.columns;
    await this.update(condition, `${t.sentAt} = ${this.now()}, ${t.error} = NULL`);
  }

  /** Notes why it could not be told; it is tried again after `pause` milliseconds. */
  async failed(condition: string, error: string, pause: number): Promise<void> {
    const t = this.columns;
    await this.update(condition, `${t.error} = :error, ${t.nextTryAt} = ${this.now(pause)}`, {
      error: error.slice(0, LONGEST_ERROR),
    });
  }

  /** Those that could not be told are tried again now. */
  async retry(): Promise<void> {
    const t = this.columns;
    await this.db.sequelize.query(`UPDATE ${t.table} SET ${t.nextTryAt} = ${this.now()} WHERE ${t.sentAt} IS NULL`);
  }

  /** Forgets conditions that hold no longer, so that they are told anew when they come again. */
  async close(conditions: string[]): Promise<void> {
    if (conditions.length === 0) return;
    const t = this.columns;
    await this.db.sequelize.query(`DELETE FROM ${t.table} WHERE ${t.condition} IN (:conditions)`, {
      replacements: { conditions },
    });
  }

  private async update(condition: string, set: string, replacements: Record<string, unknown> = {}): Promise<void> {
    const t = this.columns;
    await this.db.sequelize.query(
      `UPDATE ${t.table} SET ${set}, ${t.attempts} = ${t.attempts} + 1 WHERE ${t.condition} = :condition`,
      { replacements: { ...replacements, condition } },
    );
  }

  private now(milliseconds = 0): string {
    return databaseTime(this.db, milliseconds);
  }

  private get columns() {
    const t = tableOf(this.db, 'outboxAlerts');
    return {
      table: t.name,
      condition: t.column('condition'),
      since: t.column('since'),
      sentAt: t.column('sentAt'),
      attempts: t.column('attempts'),
      nextTryAt: t.column('nextTryAt'),
      error: t.column('error'),
    };
  }
}
