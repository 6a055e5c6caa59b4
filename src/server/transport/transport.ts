import type { Envelope } from '../outbox/envelope';
import type { Lease } from '../relay/leases';

/** What a transport keeps; the conformance suite asks for what is named here. */
export interface TransportFeatures {
  /** What was sent survives the end of every process. */
  durable: boolean;
  /** The events of one record arrive in the order in which they were sent. */
  ordered: boolean;
}

/** Hands received events to the consumer; returns once they are done or parked. */
export type Deliver = (lease: Lease, events: Envelope[]) => Promise<void>;

/** Where envelopes travel. At least once. */
export interface Transport {
  name: string;
  features: TransportFeatures;
  start(deliver: Deliver): Promise<void>;
  /**
   * Sends events of one partition in order; the relay holds its lease.
   * @returns how many, counted from the first, are safely with the transport
   * @throws when none is
   */
  send(events: Envelope[], lease: Lease): Promise<number>;
  stop(): Promise<void>;
}

/** The transports of one app; the setting OUTBOX_TRANSPORT names the one in use, by default `database`. */
export class Transports {
  private readonly byName = new Map<string, Transport>();

  /** @throws when the name is taken. */
  register(transport: Transport): void {
    if (this.byName.has(transport.name)) throw new Error(`there is a transport "${transport.name}" already`);
    this.byName.set(transport.name, transport);
  }

  /** @throws when the setting names none that is registered. */
  get inUse(): Transport {
    const name = process.env.OUTBOX_TRANSPORT || 'database';
    const transport = this.byName.get(name);
    if (!transport) throw new Error(`OUTBOX_TRANSPORT names "${name}", but there is no such transport`);
    return transport;
  }
}
