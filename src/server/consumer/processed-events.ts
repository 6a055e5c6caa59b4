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
    const now = databaseTime(this.db);
    const columns = ['eventId', 'postProcessor', 'processedAt'].map((name) => t.column(name)).join(', ');
    const rows = eventIds.map((_, i) => `(:id${i}, :postProcessor, ${now})`).join(', ');
    const ids = Object.fromEntries(eventIds.map((id, i) => [`id${i}`, id]));
    await this.db.sequelize.query(`INSERT INTO ${t.name} (${columns}) VALUES ${rows}`, {
      transaction,
      replacements: { postProcessor, ...ids },
    });
  }
}
