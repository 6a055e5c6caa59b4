import { PARTITIONS } from '../outbox/envelope';

export { PARTITIONS };

/** The lease of the process that prunes. */
export const PRUNING = PARTITIONS;
