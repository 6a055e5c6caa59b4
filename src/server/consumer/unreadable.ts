import type { Entry } from '../relay/outbox-entries';
import type { Fenced } from '../relay/fenced';
import type { Lease } from '../relay/leases';
import type { FailedDeliveries } from './failed-deliveries';

/** Stands for every post-processor: an entry that cannot be read reaches none. */
export const NOBODY = '*';

/** Puts entries that cannot be read among the dead deliveries, with the reason, so that nothing waits for them. */
export class Unreadable {
  constructor(
    private readonly fenced: Fenced,
    private readonly failed: FailedDeliveries,
  ) {}

  async bury(lease: Lease, entry: Entry, error: unknown): Promise<void> {
    const text = error instanceof Error ? error.message : String(error);
    await this.fenced.within(lease, async (transaction) => {
      const there = await this.failed.exists(NOBODY, entry.eventId, transaction);
      if (there) return;
      await this.failed.park(
        [
          {
            eventId: entry.eventId,
            postProcessor: NOBODY,
            subject: entry.subject,
            sequence: entry.id,
            partition: lease.partition,
            envelope: entry.payload,
            status: 'dead',
            attempts: 0,
            error: text,
            reason: 'the entry cannot be read',
            nextTry: null,
          },
        ],
        transaction,
      );
    });
  }
}
