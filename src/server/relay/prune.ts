import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { clock } from '../foundation/clock';
import { databaseTimeOnce, secondsBetween } from '../foundation/database-time';
import { tableOf } from '../foundation/table';
import type { MarksHorizon } from '../consumer/marks-horizon';
import { MARGIN_MS } from '../consumer/marks-horizon';
import type { Retention } from '../settings/retention';
import { daysInMs } from '../settings/retention';
import type { BlobStores } from '../blob/blob-store';
import type { Lease, Leases } from './leases';
import { PRUNING } from './partitions';

const BATCH = 1000;
/** Between two batches, so that others get at the tables. */
const PAUSE_MS = 50;
/** Between two rounds of all processes together, by the database's clock. */
export const ROUND_MS = 60 * 60 * 1000;

interface Parts {
  db: Database;
  leases: Leases;
  blobs: BlobStores;
  horizon: MarksHorizon;
  kept: () => Promise<Retention>;
}

/** Removes rows past their time, in batches; one process at a time does it, once an hour. */
export class Prune {
  private readonly db: Database;

  constructor(private readonly parts: Parts) {
    this.db = parts.db;
  }

  /** Does a round if one is due. Answers how many rows went, null when it was not this process's turn. */
  async run(goOn: () => boolean): Promise<number | null> {
    const lease = await this.parts.leases.claimOnly(PRUNING);
    if (!lease) return null;
    let next = ROUND_MS;
    try {
      return await this.round(lease, goOn);
    } catch (error) {
      next = ROUND_MS / 10;
      throw error;
    } finally {
      await this.parts.leases.release(lease, goOn() ? next : 0);
    }
  }

  private async round(lease: Lease, goOn: () => boolean): Promise<number> {
    const { published, failed, eventLog, ...kept } = await this.parts.kept();
    const processed = await this.marksKept(kept.processed);
    const on = this.db.inDialect('postgres') ? 'true' : '1';
    const plans: Array<() => Promise<number>> = [
      () => this.batch('outboxEvents', 'id', `{published} = ${on} AND {publishedAt} < ${this.ago(published)}`),
      () => this.batch('processedEvents', 'eventId', `{processedAt} < ${this.ago(processed)}`),
      () =>
        this.batch('failedDeliveries', 'id', `{status} IN ('done', 'skipped') AND {updatedAt} < ${this.ago(failed)}`),
      () => this.batch('deliveryAttempts', 'id', this.orphaned()),
      () => this.batch('entityEventLog', 'id', `{occurredAt} < ${this.ago(eventLog)}`),
      () => this.blobBatch(processed),
    ];
    let total = 0;
    for (const plan of plans) {
      for (let count = BATCH; count >= BATCH && goOn();) {
        count = await plan();
        total += count;
        await this.parts.leases.renew([lease]);
        if (count >= BATCH) await clock.sleep(PAUSE_MS);
      }
    }
    return total;
  }

  /**
   * For how many days marks are kept: longer than wanted while entries wait that may have been processed and not settled.
   * Notes from when on they are complete.
   */
  private async marksKept(wanted: number): Promise<number> {
    const t = tableOf(this.db, 'outboxEvents');
    const postgres = this.db.inDialect('postgres');
    const now = databaseTimeOnce(this.db);
    const epoch = postgres ? `'1970-01-01 00:00:00+00'` : `'1970-01-01 00:00:00'`;
    const [found] = await this.db.sequelize.query<{ seconds: string; waiting: string | null }>(
      `SELECT ${secondsBetween(this.db, epoch, now)} AS seconds,
         (SELECT ${secondsBetween(this.db, `MIN(${t.column('occurredAt')})`, now)} FROM ${t.name} WHERE ${t.column('published')} = ${postgres ? 'false' : '0'}) AS waiting`,
      { type: QueryTypes.SELECT },
    );
    const waitingMs = Number(found.waiting ?? 0) * 1000;
    const days = Math.max(wanted, (waitingMs + MARGIN_MS) / daysInMs(1));
    await this.parts.horizon.raise(Number(found.seconds) * 1000 - daysInMs(days));
    return days;
  }

  /** `condition` names columns in braces. */
  private async batch(collection: string, key: string, condition: string): Promise<number> {
    const t = tableOf(this.db, collection);
    const where = condition.replace(/\{(\w+)\}/g, (_, name: string) => t.column(name));
    const found = await this.db.sequelize.query<{ id: string | number }>(
      `SELECT ${t.column(key)} AS id FROM ${t.name} WHERE ${where} LIMIT ${BATCH}`,
      { type: QueryTypes.SELECT },
    );
    if (found.length === 0) return 0;
    await this.db.sequelize.query(`DELETE FROM ${t.name} WHERE ${t.column(key)} IN (:ids) AND ${where}`, {
      replacements: { ids: found.map(({ id }) => id) },
    });
    return found.length;
  }

  /** Blobs are named by their event; one that an entry or a delivery still needs stays. */
  private async blobBatch(kept: number): Promise<number> {
    const [b, o, f] = ['payloadBlobs', 'outboxEvents', 'failedDeliveries'].map((name) => tableOf(this.db, name));
    const ref = `b.${b.column('ref')}`;
    const off = this.db.inDialect('postgres') ? 'false' : '0';
    const found = await this.db.sequelize.query<{ ref: string }>(
      `SELECT ${ref} AS ref FROM ${b.name} b WHERE b.${b.column('createdAt')} < ${this.ago(kept)}
       AND NOT EXISTS (SELECT 1 FROM ${o.name} o WHERE o.${o.column('eventId')} = ${ref} AND o.${o.column('published')} = ${off})
       AND NOT EXISTS (SELECT 1 FROM ${f.name} f WHERE f.${f.column('eventId')} = ${ref} AND f.${f.column('status')} IN ('retrying', 'dead'))
       LIMIT ${BATCH}`,
      { type: QueryTypes.SELECT },
    );
    await this.parts.blobs.inUse.delete(found.map((row) => row.ref));
    return found.length;
  }

  /** Condition: the delivery of an attempt is gone. */
  private orphaned(): string {
    const f = tableOf(this.db, 'failedDeliveries');
    return `NOT EXISTS (SELECT 1 FROM ${f.name} f WHERE f.${f.column('id')} = {deliveryId})`;
  }

  private ago(days: number): string {
    return databaseTimeOnce(this.db, -daysInMs(days));
  }
}
