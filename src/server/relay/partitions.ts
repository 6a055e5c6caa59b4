import { PARTITIONS } from '../outbox/envelope';

export { PARTITIONS };

/** The lease of the process that prunes. */
export const PRUNING = PARTITIONS;

/** The lease of the process that looks whether somebody is to be told of something. */
export const ALERTING = PARTITIONS + 1;

/** All leases there are. */
export const LEASES = PARTITIONS + 2;
