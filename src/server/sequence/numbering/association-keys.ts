import type { Collection, Database, Field } from '@nocobase/database';
import { isBlank } from '../pattern/text';

type Values = Record<string, unknown>;
type BulkCreate = (records: Values[], options?: unknown) => Promise<unknown>;

const wrapped = new WeakSet<object>();

/**
 * A bulk write (an import, above all) hands relations over as values that are linked only after the rows are inserted, so
 * neither the row nor a hook knows them. This fills in the foreign keys first, where the value names the key.
 */
export function withAssociationKeys(db: Database, collection: Collection): void {
  const model = collection.model as unknown as { bulkCreate: BulkCreate };
  if (wrapped.has(model)) return;
  wrapped.add(model);
  const original = model.bulkCreate;
  model.bulkCreate = function bulkCreate(this: unknown, records: Values[], options?: unknown): Promise<unknown> {
    return original.call(
      this,
      records.map((record) => withKeys(db, collection, record)),
      options,
    );
  };
}

function withKeys(db: Database, collection: Collection, record: Values): Values {
  let result = record;
  for (const field of collection.fields.values() as Iterable<Field>) {
    const name = String(field.name);
    if (field.type !== 'belongsTo' || !(name in record)) continue;
    const { foreignKey, targetKey, target } = field.options as {
      foreignKey?: string;
      targetKey?: string;
      target?: string;
    };
    if (!foreignKey || !isBlank(record[foreignKey])) continue;
    const key = keyIn(record[name], targetKey ?? db.getCollection(String(target))?.model.primaryKeyAttribute ?? 'id');
    if (!isBlank(key)) result = { ...result, [foreignKey]: key };
  }
  return result;
}

function keyIn(value: unknown, targetKey: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = value as Values & { get?: (name: string) => unknown };
  return typeof known.get === 'function' ? known.get(targetKey) : known[targetKey];
}
