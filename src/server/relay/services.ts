import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '@nocobase/database';
import { BlobStores } from '../blob/blob-store';
import { DatabaseBlobStore } from '../blob/database-store';
import { Consumer } from '../consumer/consumer';
import { FailedDeliveries } from '../consumer/failed-deliveries';
import { MarksHorizon } from '../consumer/marks-horizon';
import { Operations } from '../consumer/operations';
import { PostProcessors } from '../consumer/post-processors';
import { ProcessedEvents } from '../consumer/processed-events';
import { Unreadable } from '../consumer/unreadable';
import { DeliveryAttempts } from '../consumer/attempts';
import { DeliveryDetails } from '../consumer/delivery-details';
import { DeliverySearch } from '../consumer/delivery-search';
import { OperationLog } from '../settings/operation-log';
import { OutboxSettings } from '../settings/outbox-settings';
import { SettingsStore } from '../settings/settings-store';
import { sequenceFields } from '../sequence/field/field-locator';
import type { SidePool } from '../foundation/side-pool';
import { DatabaseTransport } from '../transport/database/database-transport';
import type { EventMeters } from '../telemetry/meters';
import { eventLog } from '../post-processor/event-log/event-log';
import { Transports } from '../transport/transport';
import { Drain } from './drain';
import { RelayNodes } from './nodes';
import { Expectation } from './expectation';
import { Fenced } from './fenced';
import { Leases } from './leases';
import { Notices } from './notices';
import { OutboxEntries } from './outbox-entries';
import { Prune } from './prune';
import { Relay } from './relay';

interface Surroundings {
  db: Database;
  side: SidePool;
  meters: EventMeters;
  warn: (message: string, error: unknown) => void;
}

/** Everything between the outbox and the effects, put together for one app. */
export function relayServices({ db, side, meters, warn }: Surroundings) {
  const leases = new Leases(db, side, `${hostname().slice(0, 50)}:${process.pid}:${randomUUID().slice(0, 8)}`);
  const fenced = new Fenced(db, leases);
  const postProcessors = new PostProcessors();
  postProcessors.register(eventLog());
  const transports = new Transports();
  transports.register(new DatabaseTransport());
  const blobs = new BlobStores();
  blobs.register(new DatabaseBlobStore(db));
  const failed = new FailedDeliveries(db);
  const horizon = new MarksHorizon(db);
  const processed = new ProcessedEvents(db);
  const consumer = new Consumer({ db, fenced, postProcessors, processed, failed, blobs, horizon, meters });
  const operationLog = new OperationLog(db);
  const settings = new OutboxSettings(db, new SettingsStore(db), operationLog);
  const search = new DeliverySearch(db, (collection) => (collection ? sequenceFields(collection) : []));
  const expectation = new Expectation(db);
  const drain = new Drain({
    entries: new OutboxEntries(db, fenced),
    consumer,
    transports,
    blobs,
    unreadable: new Unreadable(fenced, failed),
    meters,
    warn,
  });
  return {
    postProcessors,
    transports,
    blobs,
    consumer,
    leases,
    nodes: new RelayNodes(db, leases.owner),
    settings,
    search,
    details: new DeliveryDetails(db, search, new DeliveryAttempts(db), blobs),
    operations: new Operations(db, leases, failed, operationLog),
    notices: new Notices(db, side),
    prune: new Prune({ db, leases, blobs, horizon, kept: () => settings.retention() }),
    /** SQLite has one writer, and the app needs most of its connections for other things. */
    relay: new Relay({
      leases,
      drain,
      most: db.inDialect('sqlite') ? 1 : 2,
      expectsEvents: () => expectation.any(),
      warn,
    }),
  };
}

export type RelayServices = ReturnType<typeof relayServices>;
