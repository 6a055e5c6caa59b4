import type { Database } from '@nocobase/database';
import { captureServices } from './capture/services';
import type { SidePool } from './foundation/side-pool';
import { Outbox } from './outbox/outbox';
import { EventSource } from './outbox/source';
import { relayServices } from './relay/services';
import type { EventMeters } from './telemetry/meters';

/** What the events need of their app. */
export interface EventsHost {
  db: Database;
  side: SidePool;
  /** Name of the app. */
  app: string;
  meters: EventMeters;
  /** Logs what failed beside a write. */
  failed: (error: unknown) => void;
  /** Logs what will be tried again. */
  warn: (message: string, error: unknown) => void;
  /** Tells the other nodes that what is told has changed. */
  changed: () => Promise<void>;
}

/** Everything that tells changes, put together for one app. */
export function eventsServices({ db, side, app, meters, failed, warn, changed }: EventsHost) {
  const source = new EventSource(db, app);
  const outbox = new Outbox(db, failed, meters);
  const relay = relayServices({ db, side, meters, warn });
  const capture = captureServices({ db, side, outbox, source, failed, changed });
  return { source, outbox, capture, ...relay };
}

export type EventsServices = ReturnType<typeof eventsServices>;
