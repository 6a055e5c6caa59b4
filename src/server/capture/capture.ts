import type { Collection, Database, Model } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import type { EntityTypes } from '../entity-types/entity-types';
import type { NewEnvelope } from '../outbox/envelope';
import type { Outbox } from '../outbox/outbox';
import type { EventSource } from '../outbox/source';
import { entityEvent } from './entity-event';
import type { Image, ImageReader, Images } from './images';
import { recordFields } from './record-fields';
import { actionOf, toldChange } from './told-change';
import { writeContext } from './write-context';

/** What is used of the options of a write. */
export interface Write {
  transaction?: Transaction | null;
  context?: unknown;
}

/** What capture stands on. */
export interface CaptureParts {
  db: Database;
  types: EntityTypes;
  images: ImageReader;
  outbox: Outbox;
  source: EventSource;
}

/** Turns what a write did to records into events, in the write's own transaction. */
export class Capture {
  constructor(private readonly parts: CaptureParts) {}

  get images(): ImageReader {
    return this.parts.images;
  }

  /** The collection of a model, when somebody is to be told of what a write to it does. */
  async concerned(model: unknown): Promise<Collection | undefined> {
    const collection = (model as { collection?: Collection } | undefined)?.collection;
    if (!collection || collection.db !== this.parts.db) return undefined;
    await this.parts.types.upToDate();
    return this.parts.types.concerns(collection) ? collection : undefined;
  }

  /** @throws when the events cannot be stored; the write must fail then too. */
  async tell(before: Images, after: Images, write: Write): Promise<void> {
    const events: NewEnvelope[] = [];
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      const event = this.event(before.get(id), after.get(id), write);
      if (event) events.push(event);
    }
    await this.parts.outbox.append(events, write.transaction);
  }

  private event(before: Image | undefined, after: Image | undefined, write: Write): NewEnvelope | null {
    const image = after ?? before;
    const type = this.parts.types.telling(image?.collection);
    if (!image || !type) return null;
    const change = toldChange(before?.values ?? null, after?.values ?? null, recordFields(image.collection), type);
    if (!change) return null;
    const { recordId } = image;
    const context = writeContext(image.collection, write.context);
    const atomic = Boolean(write.transaction);
    return entityEvent({
      type,
      action: actionOf(before, after),
      recordId,
      change,
      context,
      atomic,
      source: this.parts.source.name,
    });
  }
}

/** The collection's model of some records. */
export function modelOf([first]: readonly Model[]): unknown {
  return first?.constructor;
}
