import { channel } from 'node:diagnostics_channel';

/**
 * Where an event is on its way. Told on Node's diagnostics channel `sequence-outbox`, for tracing and for tests that end
 * the process there; costs nothing while nobody listens.
 */
export type Point =
  | 'before-append'
  | 'after-append'
  | 'committed'
  | 'before-claim'
  | 'after-claim'
  | 'before-effect'
  | 'after-effect'
  | 'before-mark'
  | 'after-mark'
  | 'before-settle'
  | 'after-settle';

const told = channel('sequence-outbox');

export function reached(point: Point, detail: Record<string, unknown> = {}): void {
  if (told.hasSubscribers) told.publish({ point, ...detail });
}
