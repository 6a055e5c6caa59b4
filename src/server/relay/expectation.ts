import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { tableOf } from '../foundation/table';

/** How long an answer is good for, in milliseconds. */
const GOOD_FOR = 10_000;

/** Tells whether any collection has its events on. Asks the database now and then, so that idle relays cost nothing. */
export class Expectation {
  private answer = false;
  private askedAt = -Infinity;

  constructor(private readonly db: Database) {}

  /** The answer may be as old as GOOD_FOR. */
  async any(): Promise<boolean> {
    if (performance.now() - this.askedAt < GOOD_FOR) return this.answer;
    const t = tableOf(this.db, 'entityTypes');
    const on = this.db.inDialect('postgres') ? 'true' : '1';
    const rows = await this.db.sequelize.query(
      `SELECT 1 AS found FROM ${t.name} WHERE ${t.column('enabled')} = ${on} LIMIT 1`,
      { type: QueryTypes.SELECT },
    );
    this.answer = rows.length > 0;
    this.askedAt = performance.now();
    return this.answer;
  }
}
