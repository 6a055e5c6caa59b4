import type { Meter } from '@opentelemetry/api';

/** Counts what becomes of events. Each method is quick and never throws. */
export interface EventMeters {
  /** Written within transactions that were committed. */
  appended(count: number): void;
  /** Handed to the transport and settled. */
  relayed(count: number, transport: string): void;
  /** Effects stored by a post-processor; `ages` in milliseconds, each from its event's time by this machine's clock. */
  processed(postProcessor: string, ages: number[]): void;
  /** Attempts that did not work, and what becomes of the delivery. */
  failed(postProcessor: string, outcome: 'retrying' | 'dead'): void;
}

/** Where nobody measures. */
export const NO_METERS: EventMeters = {
  appended: () => undefined,
  relayed: () => undefined,
  processed: () => undefined,
  failed: () => undefined,
};

/** Counts by the platform's OpenTelemetry. @param meter null where the app has its telemetry off */
export function eventMeters(meter: Meter | null): EventMeters {
  if (!meter) return NO_METERS;
  const counter = (name: string, description: string) => meter.createCounter(`outbox.${name}`, { description });
  const appended = counter('appended', 'events written with their changes');
  const relayed = counter('relayed', 'events handed to the transport');
  const processed = counter('processed', 'effects of events');
  const failed = counter('failed', 'attempts of deliveries that did not work');
  const lag = meter.createHistogram('outbox.lag', { description: 'from the event to its effect', unit: 'ms' });
  return {
    appended: (count) => appended.add(count),
    relayed: (count, transport) => relayed.add(count, { transport }),
    processed: (postProcessor, ages) => {
      const attributes = { post_processor: postProcessor };
      processed.add(ages.length, attributes);
      for (const age of ages) lag.record(Math.max(0, age), attributes);
    },
    failed: (postProcessor, outcome) => failed.add(1, { post_processor: postProcessor, outcome }),
  };
}
