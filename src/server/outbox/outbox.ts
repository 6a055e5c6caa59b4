import type { Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import { reached } from '../foundation/points';
import { rootOf } from '../sequence/counters/root-transaction';
import type { EventMeters } from '../telemetry/meters';
import { NO_METERS } from '../telemetry/meters';
import type { NewEnvelope } from './envelope';
import { partitionOf, writeEnvelope } from './envelope';
import { CommitSignal } from './signal';

const COLUMNS = ['eventId', 'eventType', 'subject', 'payload', 'occurredAt', 'partition', 'published', 'attempts'];

/** Characters of one statement at most, well below the packet of a MySQL server; one row can be longer. */
const STATEMENT = 4_000_000;

/** The waiting events' table; the only writer of new rows. */
export class Outbox {
  private readonly signal: CommitSignal;
  private insert?: string;

  constructor(
    private readonly db: Database,
    failed: (error: unknown) => void,
    private readonly meters: EventMeters = NO_METERS,
  ) {
    this.signal = new CommitSignal(failed);
  }

  /** See CommitSignal. */
  onCommitted(listener: () => void): () => void {
    return this.signal.listen(listener);
  }

  /**
   * Stores events in the transaction of what they tell, in their order: one statement, unless they are megabytes.
   * @throws when they cannot be stored; then the change must not be either.
   */
  async append(events: NewEnvelope[], transaction: Transaction | null | undefined): Promise<void> {
    if (events.length === 0) return;
    reached('before-append');
    for (const rows of statements(events.map((event) => this.rowOf(event)))) {
      await this.db.sequelize.query(`${this.intoTable()} VALUES ${rows.join(',')}`, {
        type: QueryTypes.RAW,
        transaction,
      });
    }
    reached('after-append');
    this.signal.written(transaction);
    if (transaction) rootOf(transaction).afterCommit(() => this.meters.appended(events.length));
    else this.meters.appended(events.length);
  }

  private rowOf(event: NewEnvelope): string {
    const { sequelize } = this.db;
    const values = [event.id, event.type, event.subject, writeEnvelope(event), new Date(event.time)];
    const written = values.map((value) => sequelize.escape(value as string));
    return `(${written.join(',')},${partitionOf(event.subject)},${sequelize.escape(false as never)},0)`;
  }

  private intoTable(): string {
    if (this.insert) return this.insert;
    const collection = this.db.getCollection('outboxEvents');
    const attributes = collection.model.rawAttributes as Record<string, { field?: string }>;
    const quoted = COLUMNS.map((name) =>
      this.db.sequelize.getQueryInterface().quoteIdentifier(attributes[name]?.field ?? name),
    );
    return (this.insert = `INSERT INTO ${collection.quotedTableName()} (${quoted.join(',')})`);
  }
}

function statements(rows: string[]): string[][] {
  const result: string[][] = [];
  let size = STATEMENT;
  for (const row of rows) {
    if (size + row.length > STATEMENT) {
      result.push([]);
      size = 0;
    }
    result.at(-1)?.push(row);
    size += row.length;
  }
  return result;
}
