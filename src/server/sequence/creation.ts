import type { Collection, Database, Model } from '@nocobase/database';
import { hasSequenceField } from './field-locator';
import type { LockOrder } from './lock-order';
import type { Numbering } from './numbering';
import type { RawValues } from './path-values';
import type { WriteOptions } from './write-options';

/** Records that have their numbers: a bulk write with hooks for each row comes by twice. */
const numbered = new WeakSet<object>();

/**
 * Numbers every record that the platform is about to insert. Listens to the events of all collections, which come after
 * those of the one collection: by then its other fields (the creator, for one) are filled, and scopes can count by them.
 */
export function numberOnCreation(db: Database, numbering: Numbering, lockOrder: LockOrder): void {
  const number = async (records: Model[], raw: RawValues, options: WriteOptions): Promise<void> => {
    const collection = collectionOf(records);
    if (!collection || !hasSequenceField(collection)) return;
    const fresh = records.filter((record) => !numbered.has(record));
    if (fresh.length === 0) return;
    fresh.forEach((record) => numbered.add(record));
    await lockOrder.beforeNumbering(collection, options);
    await numbering.assign(collection, fresh, raw, options.transaction);
  };
  db.on('beforeCreate', (record: Model, options: WriteOptions) => number([record], rawValues(options), options));
  db.on('beforeBulkCreate', (records: Model[], options: WriteOptions) => number(records, undefined, options));
}

function collectionOf([first]: Model[]): Collection | undefined {
  return (first?.constructor as unknown as { collection?: Collection } | undefined)?.collection;
}

/** What the write of one record was given; a write of several keeps its values elsewhere. */
function rawValues({ values, inputValues }: WriteOptions): RawValues {
  const raw = values ?? inputValues;
  return Array.isArray(raw) ? undefined : raw;
}
