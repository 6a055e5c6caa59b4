import type { Envelope } from '../outbox/envelope';
import type { Lease } from '../relay/leases';
import type { Parked } from './failed-deliveries';

/** A delivery as it is written down when it is parked untried. */
export function described(postProcessor: string, lease: Lease, event: Envelope): Parked {
  return {
    eventId: event.id,
    postProcessor,
    subject: event.subject,
    sequence: String(BigInt(event.sequence ?? '0')),
    partition: lease.partition,
    envelope: JSON.stringify(event),
    status: 'retrying',
    attempts: 0,
    error: null,
    reason: null,
    nextTry: null,
  };
}

/** Delivered by nobody but an operator, who may know more. */
export function tooOld(postProcessor: string, lease: Lease, event: Envelope): Parked {
  const reason = 'too old: whether it was processed before is no longer known';
  return { ...described(postProcessor, lease, event), status: 'dead', reason };
}
