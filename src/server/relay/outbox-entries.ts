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

/** Reads and settles entries of the outbox; `outbox/outbox.ts` writes them. */
export class OutboxEntries {
  constructor(
    private readonly db: Database,
    private readonly fenced: Fenced,
  ) {}

  /** Entries of a partition that are not relayed, in their order. By state: an entry that was committed late is one of them. */
  async pending(partition: number, limit: number): Promise<Entry[]> {
    const t = tableOf(this.db, 'outboxEvents');
    const off = this.db.inDialect('postgres') ? 'false' : '0';
    const as = (name: string): string => this.db.sequelize.getQueryInterface().quoteIdentifier(name);
    const rows = await this.db.sequelize.query<Entry>(
      `SELECT ${t.column('id')} AS id, ${t.column('eventId')} AS ${as('eventId')}, ${t.column('subject')} AS subject, ${t.column('payload')} AS payload
       FROM ${t.name} WHERE ${t.column('published')} = ${off} AND ${t.column('partition')} = ${partition}
       ORDER BY ${t.column('id')} LIMIT ${limit}`,
      { type: QueryTypes.SELECT },
    );
    return rows.map((row) => ({ ...row, id: String(row.id) }));
  }

  /** Marks entries as relayed. @throws LeaseLost */
  async settle(lease: Lease, ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const t = tableOf(this.db, 'outboxEvents');
    const on = this.db.inDialect('postgres') ? 'true' : '1';
    await this.fenced.within(lease, (transaction) =>
      this.db.sequelize.query(
        `UPDATE ${t.name} SET ${t.column('published')} = ${on}, ${t.column('publishedAt')} = ${databaseTime(this.db)}
         WHERE ${t.column('id')} IN (${ids.map((id) => BigInt(id)).join(', ')})`,
        { transaction },
      ),
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
