import { backoff } from '../foundation/backoff';
import { reached } from '../foundation/points';
import type { BlobStores } from '../blob/blob-store';
import { packed } from '../blob/offload';
import type { Consumer } from '../consumer/consumer';
import type { Unreadable } from '../consumer/unreadable';
import type { Envelope } from '../outbox/envelope';
import { readEnvelope } from '../outbox/envelope';
import type { Transports } from '../transport/transport';
import type { EventMeters } from '../telemetry/meters';
import { nextBatch, SMALLEST_BATCH } from './batch-size';
import type { Claim, Lease } from './leases';
import { LeaseLost } from './leases';
import type { Entry, OutboxEntries } from './outbox-entries';

/** Batches after which a partition is given back, so that others get their turn. */
const TURN = 50;
/** So many owners in a row that ended in the middle, with nothing settled, make the entries suspicious and not the machine. */
const SUSPICIOUS = 2;
const LONGEST_PAUSE_MS = 30_000;

interface Parts {
  entries: OutboxEntries;
  consumer: Consumer;
  transports: Transports;
  blobs: BlobStores;
  unreadable: Unreadable;
  meters: EventMeters;
  warn: (message: string, error: unknown) => void;
}

/** Entries that were read, and how many were asked for. */
interface Read {
  rows: Entry[];
  asked: number;
}

/** Relays one partition for as long as it has something to do and the lease lasts. */
export class Drain {
  /** Failures in a row, by partition. */
  private readonly failures = new Map<number, number>();
  /** How many entries to read next. */
  batch = SMALLEST_BATCH;

  constructor(private readonly parts: Parts) {}

  /**
   * @param asked how many entries the claim was to bring along
   * @returns milliseconds in which nobody is to try this partition; 0 unless something is down. Never throws.
   */
  async run({ lease, entries }: Claim, asked: number, goOn: () => boolean): Promise<number> {
    try {
      let careful = lease.cutOff >= SUSPICIOUS;
      let read = entries && { rows: entries, asked };
      for (let turn = 0; turn < TURN && goOn(); turn++) {
        const more = await this.relay(lease, careful, read ?? (await this.pending(lease)));
        careful = false;
        read = null;
        const retried = await this.parts.consumer.retryDue(lease, goOn);
        if (!more && !retried) break;
      }
      this.failures.delete(lease.partition);
      return 0;
    } catch (error) {
      if (error instanceof LeaseLost) return 0;
      const failures = (this.failures.get(lease.partition) ?? 0) + 1;
      this.failures.set(lease.partition, failures);
      this.parts.warn(`partition ${lease.partition} of the outbox could not be relayed`, error);
      return backoff(failures, 500, LONGEST_PAUSE_MS);
    }
  }

  private async pending({ partition }: Lease): Promise<Read> {
    const asked = this.batch;
    return { asked, rows: await this.parts.entries.pending(partition, asked) };
  }

  /** One batch; false when there was no more. */
  private async relay(lease: Lease, careful: boolean, { rows, asked }: Read): Promise<boolean> {
    const { entries, transports, consumer } = this.parts;
    this.batch = nextBatch(asked, rows);
    if (rows.length === 0) return false;
    const events = await this.read(lease, rows);
    let sent = events.length;
    try {
      if (careful && transports.inUse.name === 'database')
        await consumer.deliverCarefully(
          lease,
          events.map(({ event }) => event),
        );
      else if (events.length > 0)
        sent = await transports.inUse.send(
          events.map(({ event }) => event),
          lease,
        );
    } catch (error) {
      const [first] = events;
      const text = error instanceof Error ? error.message : String(error);
      if (first && !(error instanceof LeaseLost)) await entries.note(lease, first.row.id, text).catch(() => undefined);
      throw error;
    }
    reached('before-settle', { partition: lease.partition });
    await entries.settle(
      lease,
      events.slice(0, sent).map(({ row }) => row.id),
    );
    this.parts.meters.relayed(sent, transports.inUse.name);
    reached('after-settle', { partition: lease.partition });
    if (sent < events.length) throw new Error(`the transport took ${sent} of ${events.length} events`);
    return rows.length === asked;
  }

  /** Entries as they travel; those that nobody can read are dead, and out of the way. */
  private async read(lease: Lease, rows: Entry[]): Promise<Array<{ row: Entry; event: Envelope }>> {
    const events: Array<{ row: Entry; event: Envelope }> = [];
    for (const row of rows) {
      let event: Envelope;
      try {
        event = readEnvelope(row);
      } catch (error) {
        await this.parts.unreadable.bury(lease, row, error);
        await this.parts.entries.settle(lease, [row.id]);
        continue;
      }
      events.push({ row, event: await packed(event, this.parts.blobs) });
    }
    return events;
  }
}
