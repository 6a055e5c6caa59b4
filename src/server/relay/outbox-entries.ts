import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import { tableOf } from '../foundation/table';
import type { Fenced } from './fenced';
import type { Lease } from './leases';

/** An entry that waits to be relayed. */
export interface Entry {
  id: string;
  eventId: string;
  subject: string;
  payload: string;
}

/**
 * The query for entries of a partition that are not relayed, in their order. By state: an entry that was committed late is
 * one of them.
 * @param partition a number, or an expression of the statement that this is part of
 */
export function pendingSql(db: Database, partition: string, limit: number): string {
  const t = tableOf(db, 'outboxEvents');
  const off = db.inDialect('postgres') ? 'false' : '0';
  const as = (name: string): string => db.sequelize.getQueryInterface().quoteIdentifier(name);
  return `SELECT o.${t.column('id')} AS id, o.${t.column('eventId')} AS ${as('eventId')}, o.${t.column('subject')} AS subject, o.${t.column('payload')} AS payload
    FROM ${t.name} o WHERE o.${t.column('published')} = ${off} AND o.${t.column('partition')} = ${partition}
    ORDER BY o.${t.column('id')} LIMIT ${limit}`;
}

/** Reads and settles entries of the outbox; `outbox/outbox.ts` writes them. */
export class OutboxEntries {
  constructor(
    private readonly db: Database,
    private readonly fenced: Fenced,
  ) {}

  /** See pendingSql. */
  async pending(partition: number, limit: number): Promise<Entry[]> {
    const sql = pendingSql(this.db, String(partition), limit);
    const rows = await this.db.sequelize.query<Entry>(sql, { type: QueryTypes.SELECT });
    return rows.map((row) => ({ ...row, id: String(row.id) }));
  }

  /** Marks entries as relayed. @throws LeaseLost */
  async settle(lease: Lease, ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const t = tableOf(this.db, 'outboxEvents');
    const on = this.db.inDialect('postgres') ? 'true' : '1';
    await this.fenced.within(
      lease,
      (transaction) =>
        this.db.sequelize.query(
          `UPDATE ${t.name} SET ${t.column('published')} = ${on}, ${t.column('publishedAt')} = ${databaseTime(this.db)}
         WHERE ${t.column('id')} IN (${ids.map((id) => BigInt(id)).join(', ')})`,
          { transaction },
        ),
      { repeatable: true, progress: true },
    );
  }

  /** Notes on an entry why it could not be sent. */
  async note(lease: Lease, id: string, error: string): Promise<void> {
    const t = tableOf(this.db, 'outboxEvents');
    await this.fenced.within(lease, (transaction) =>
      this.db.sequelize.query(
        `UPDATE ${t.name} SET ${t.column('attempts')} = ${t.column('attempts')} + 1, ${t.column('lastError')} = :error
         WHERE ${t.column('id')} = :id`,
        { transaction, replacements: { id, error: error.slice(0, 2000) } },
      ),
    );
  }
}
