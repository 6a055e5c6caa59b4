import type { Envelope } from '../../outbox/envelope';
import type { Lease } from '../../relay/leases';
import type { Deliver, Transport } from '../transport';

/** No broker: the relay hands events to the consumer of its own process, within the lease. */
export class DatabaseTransport implements Transport {
  readonly name = 'database';
  readonly features = { durable: true, ordered: true };
  private deliver?: Deliver;

  async start(deliver: Deliver): Promise<void> {
    this.deliver = deliver;
  }

  async send(events: Envelope[], lease: Lease): Promise<number> {
    if (!this.deliver) throw new Error('the transport is not started');
    await this.deliver(lease, events);
    return events.length;
  }

  async stop(): Promise<void> {
    this.deliver = undefined;
  }
}
