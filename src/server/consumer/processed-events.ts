import type { Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import { tableOf } from '../foundation/table';

/** Remembers which post-processor has had which event; the only writer of `processed_events`. */
export class ProcessedEvents {
  constructor(private readonly db: Database) {}

  /** Those of the events that the post-processor has had. */
  async among(postProcessor: string, eventIds: string[], transaction: Transaction): Promise<Set<string>> {
    if (eventIds.length === 0) return new Set();
    const t = tableOf(this.db, 'processedEvents');
    const rows = await this.db.sequelize.query<{ id: string }>(
      `SELECT ${t.column('eventId')} AS id FROM ${t.name}
       WHERE ${t.column('postProcessor')} = :postProcessor AND ${t.column('eventId')} IN (:eventIds)`,
      { type: QueryTypes.SELECT, transaction, replacements: { postProcessor, eventIds } },
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** @throws when one of them is there already: then the effect of this transaction would be the second one. */
  async mark(postProcessor: string, eventIds: string[], transaction: Transaction): Promise<void> {
    if (eventIds.length === 0) return;
    const t = tableOf(this.db, 'processedEvents');
    const columns = ['eventId', 'postProcessor', 'processedAt'].map((name) => t.column(name)).join(', ');
    const { sequelize } = this.db;
    // Written out: looking for hundreds of placeholders takes longer than the statement.
    const rest = `${sequelize.escape(postProcessor)}, ${databaseTime(this.db)}`;
    const rows = eventIds.map((id) => `(${sequelize.escape(id)}, ${rest})`).join(', ');
    await sequelize.query(`INSERT INTO ${t.name} (${columns}) VALUES ${rows}`, { transaction });
  }
}
