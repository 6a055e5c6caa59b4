import type { Database } from '@nocobase/database';
import { Outbox } from './outbox/outbox';
import { EventSource } from './outbox/source';

/** What the events need of their app. */
export interface EventsHost {
  db: Database;
  /** Name of the app. */
  app: string;
  /** Logs what failed beside a write. */
  failed: (error: unknown) => void;
}

/** Everything that tells changes, put together for one app. */
export function eventsServices({ db, app, failed }: EventsHost) {
  const source = new EventSource(db, app);
  const outbox = new Outbox(db, failed);
  return { source, outbox };
}

export type EventsServices = ReturnType<typeof eventsServices>;
