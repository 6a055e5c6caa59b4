import type { Database } from '@nocobase/database';
import { EntityTypeRows } from '../entity-types/entity-type-rows';
import { EntityTypeSettings } from '../entity-types/entity-type-settings';
import { EntityTypes } from '../entity-types/entity-types';
import type { SidePool } from '../foundation/side-pool';
import type { Outbox } from '../outbox/outbox';
import type { EventSource } from '../outbox/source';
import { BulkWrites } from './bulk-writes';
import { BusinessEvents } from './business-events';
import { Capture } from './capture';
import { ImageReader } from './images';
import { captureSingleWrites } from './single-writes';

interface CaptureHost {
  db: Database;
  side: SidePool;
  outbox: Outbox;
  source: EventSource;
  failed: (error: unknown) => void;
  /** Tells the other nodes that what is told has changed. */
  changed: () => Promise<void>;
}

/** What turns writes into events, put together for one app. */
export function captureServices({ db, side, outbox, source, failed, changed }: CaptureHost) {
  const rows = new EntityTypeRows(db, side);
  const types = new EntityTypes(db, side, rows, failed);
  const parts = { db, types, images: new ImageReader(db), outbox, source };
  const capture = new Capture(parts);
  return {
    types,
    typeSettings: new EntityTypeSettings(db, types, rows, changed),
    events: new BusinessEvents(parts, rows),
    /** Call it in `load()`. */
    listen(): void {
      const bulk = new BulkWrites(db, capture);
      bulk.listen();
      captureSingleWrites(db, capture, bulk.isInBulk);
    },
  };
}
