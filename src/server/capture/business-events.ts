import type { Collection, Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import type { EntityTypeRows } from '../entity-types/entity-type-rows';
import type { EntityTypes } from '../entity-types/entity-types';
import type { Fault } from '../foundation/errors';
import { Conflict, InvalidInput, NotFound } from '../foundation/errors';
import { t } from '../foundation/text-key';
import { writeTransaction } from '../foundation/write-transaction';
import { ACTION } from '../outbox/envelope';
import type { Outbox } from '../outbox/outbox';
import type { EventSource } from '../outbox/source';
import { entityEvent } from './entity-event';
import type { ImageReader } from './images';
import { plain } from './plain';
import { isHint, writeContext } from './write-context';

/** Something of a business that happened to a record, beside its changes: `Ship_Order`. */
export interface BusinessEvent {
  /** Name of the event's type; made on first use. `Create_…`, `Update_…` and `Delete_…` are those of the records themselves. */
  type: string;
  collection: string;
  recordId: string | number;
  /** What is to be told; anything JSON can hold. */
  payload?: unknown;
  /** The notification event type that it opts into. */
  notificationEventTypeId?: string | number;
  /** The business key: an invoice, an account. */
  sourceKey?: string;
}

export interface PublishOptions {
  /** The transaction that the event belongs to; without it, one of its own. */
  transaction?: Transaction | null;
  /** A request context, or `{state: {currentUser}}`: who did it. */
  context?: unknown;
}

const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/;
const RESERVED = /^(create|update|delete)_/i;
const LONGEST_KEY = 200;

/** Puts business events into the outbox, in their order among the changes of their record. */
export class BusinessEvents {
  constructor(
    private readonly db: Database,
    private readonly types: EntityTypes,
    private readonly rows: EntityTypeRows,
    private readonly images: ImageReader,
    private readonly outbox: Outbox,
    private readonly source: EventSource,
  ) {}

  /**
   * Stores an event in the transaction, with its record locked until the commit, so that no change of it slips in between.
   * @throws InvalidInput · NotFound (no such collection or record) · Conflict (the collection's events are off)
   */
  async publish(event: BusinessEvent, { transaction, context }: PublishOptions = {}): Promise<{ eventId: string }> {
    check(event);
    await this.types.upToDate();
    const collection = this.db.getCollection(event.collection) as Collection | undefined;
    if (!collection || event.collection.includes('.'))
      throw new NotFound(t('There is no collection "{{collection}}".'), { collection: event.collection });
    if (transaction) return this.append(event, collection, context, transaction);
    return writeTransaction(this.db, (own) => this.append(event, collection, context, own));
  }

  private async append(
    event: BusinessEvent,
    collection: Collection,
    context: unknown,
    transaction: Transaction,
  ): Promise<{ eventId: string }> {
    const found = await this.images.byIds(collection, [String(event.recordId)], transaction, true);
    const [image] = found.values();
    const params = { collection: collection.name, id: String(event.recordId) };
    if (!image) throw new NotFound(t('There is no record {{id}} in "{{collection}}".'), params);
    const type = this.types.telling(image.collection);
    if (!type) {
      const message = t('The events of "{{collection}}" are off.');
      throw new Conflict(message, { code: 'EVENTS_OFF', params: { collection: collection.name } });
    }
    const eventTypeId = await this.rows.businessType(type.id, event.type, transaction);
    if (eventTypeId === null) {
      const message = t('"{{name}}" is an event of another collection.');
      throw new InvalidInput([{ message, path: 'type', params: { name: event.type } }], 'EVENT_INVALID');
    }
    const written = entityEvent({
      type,
      action: ACTION.business,
      recordId: image.recordId,
      change: { before: null, after: null, changed: {} },
      context: {
        ...writeContext(image.collection, context),
        ...(event.notificationEventTypeId !== undefined && { hint: event.notificationEventTypeId }),
      },
      atomic: true,
      source: this.source.name,
      business: { name: event.type, eventTypeId, payload: plain(event.payload), sourceKey: event.sourceKey },
    });
    await this.outbox.append([written], transaction);
    return { eventId: written.id };
  }
}

function check({ type, collection, recordId, notificationEventTypeId, sourceKey }: BusinessEvent): void {
  const faults: Fault[] = [];
  const fault = (message: string, path: string): void => void faults.push({ message, path, params: { name: path } });
  if (typeof type !== 'string' || !NAME.test(type))
    fault(t('"{{name}}" must be letters, digits, "_", "." or "-", at most 100, and begin with a letter.'), 'type');
  else if (RESERVED.test(type))
    fault(t('"{{name}}" must not begin with Create_, Update_ or Delete_: those are told by themselves.'), 'type');
  if (typeof collection !== 'string' || collection === '') fault(t('"{{name}}" is missing.'), 'collection');
  if ((typeof recordId !== 'string' && typeof recordId !== 'number') || recordId === '')
    fault(t('"{{name}}" is missing.'), 'recordId');
  if (notificationEventTypeId !== undefined && !isHint(notificationEventTypeId))
    fault(t('"{{name}}" must be a number or a short name.'), 'notificationEventTypeId');
  if (sourceKey !== undefined && (typeof sourceKey !== 'string' || sourceKey === '' || sourceKey.length > LONGEST_KEY))
    fault(t('"{{name}}" must be text of at most 200 characters.'), 'sourceKey');
  if (faults.length > 0) throw new InvalidInput(faults, 'EVENT_INVALID');
}
