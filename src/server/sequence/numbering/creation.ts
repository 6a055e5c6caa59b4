import type { Collection, Database, Model } from '@nocobase/database';
import { hasSequenceField, sequenceFields } from '../field/field-locator';
import type { LockOrder } from '../counters/lock-order';
import type { Numbering } from './numbering';
import type { RawValues } from './path-values';
import { isTyped } from './typed-numbers';
import type { WriteOptions } from './write-options';

/** Records of a bulk write with hooks for each row, which come by once more one by one. */
const comingAgain = new WeakSet<object>();

/** Numbers that were given to records. One that is saved anew after a failed save counts as one without a number. */
const given = new WeakMap<object, Map<string, unknown>>();

/**
 * Numbers every record that the platform is about to insert. Listens to the events of all collections, which come after
 * those of the one collection: by then its other fields (the creator, for one) are filled, and scopes can count by them.
 */
export function numberOnCreation(db: Database, numbering: Numbering, lockOrder: LockOrder): void {
  const number = async (records: Model[], raw: RawValues, options: WriteOptions): Promise<void> => {
    const collection = collectionOf(records);
    if (!collection || !hasSequenceField(collection)) return;
    for (const record of records) takeBack(record);
    await lockOrder.beforeNumbering(collection, options);
    await numbering.assign(collection, records, raw, options.transaction);
    for (const record of records) remember(record, collection);
  };
  db.on('beforeCreate', async (record: Model, options: WriteOptions) => {
    if (!comingAgain.delete(record)) await number([record], rawValues(options), options);
  });
  db.on('beforeBulkCreate', async (records: Model[], options: WriteOptions) => {
    await number(records, undefined, options);
    if (options.individualHooks) records.forEach((record) => comingAgain.add(record));
  });
}

function remember(record: Model, collection: Collection): void {
  given.set(record, new Map(sequenceFields(collection).map(({ name }) => [name, record.get(name)])));
}

/** A failed save has lost its number to the next one, so keeping it would repeat it. */
function takeBack(record: Model): void {
  for (const [name, number] of given.get(record) ?? []) {
    if (record.get(name) === number && !isTyped(record, name)) record.set(name, null);
  }
  given.delete(record);
}

function collectionOf([first]: Model[]): Collection | undefined {
  return (first?.constructor as unknown as { collection?: Collection } | undefined)?.collection;
}

/** What the write of one record was given; a write of several keeps its values elsewhere. */
function rawValues({ values, inputValues }: WriteOptions): RawValues {
  const raw = values ?? inputValues;
  return Array.isArray(raw) ? undefined : raw;
}
