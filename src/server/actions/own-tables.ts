import type { Application } from '@nocobase/server';

/** Tables of the plugin that only its own code reads and writes. */
const CLOSED = [
  'deliveryAttempts',
  'eventTypes',
  'outboxAlerts',
  'payloadBlobs',
  'processedEvents',
  'relayLeases',
  'relayNodes',
];

/** No action has this name: a resource without a list of its actions would get all that the platform has. */
const NOTHING = '-';

/**
 * Keeps the platform from serving our tables as it serves any other: a row written there over HTTP would be an event
 * that never happened, or a mark that keeps one from being told. Call it in `load()`.
 */
export function closeOwnTables({ resourceManager }: Application): void {
  for (const name of CLOSED) resourceManager.define({ name, only: [NOTHING] });
}
