import type { Collection } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import type { EntityTypeRows } from '../entity-types/entity-type-rows';
import type { Fault } from '../foundation/errors';
import { Conflict, InvalidInput, NotFound } from '../foundation/errors';
import { t } from '../foundation/text-key';
import { writeTransaction } from '../foundation/write-transaction';
import { ACTION } from '../outbox/envelope';
import type { CaptureParts } from './capture';
import { entityEvent } from './entity-event';
import { plain } from './plain';
import { isPossibleId } from './record-key';
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
    private readonly parts: CaptureParts,
    private readonly rows: EntityTypeRows,
  ) {}

  /**
   * Stores an event in the transaction, with its record locked until the commit, so that no change of it slips in between.
   * @throws InvalidInput · NotFound (no such collection or record) · Conflict (the collection's events are off)
   */
  async publish(event: BusinessEvent, { transaction, context }: PublishOptions = {}): Promise<{ eventId: string }> {
    check(event);
    await this.parts.types.upToDate();
    const collection = this.parts.db.collections.get(event.collection);
    if (!collection)
      throw new NotFound(t('There is no collection "{{collection}}".'), { collection: event.collection });
    if (transaction) return this.append(event, collection, context, transaction);
    return writeTransaction(this.parts.db, (own) => this.append(event, collection, context, own));
  }

  private async append(
    event: BusinessEvent,
    collection: Collection,
    context: unknown,
    transaction: Transaction,
  ): Promise<{ eventId: string }> {
    const id = String(event.recordId);
    const ids = isPossibleId(collection, id) ? [id] : [];
    const [image] = (await this.parts.images.byIds(collection, ids, transaction, true)).values();
    const params = { collection: collection.name, id };
    if (!image) throw new NotFound(t('There is no record {{id}} in "{{collection}}".'), params);
    const type = this.parts.types.telling(image.collection);
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
      source: this.parts.source.name,
      business: { name: event.type, eventTypeId, payload: plain(event.payload), sourceKey: event.sourceKey },
    });
    await this.parts.outbox.append([written], transaction);
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
