import type { Database } from '@nocobase/database';

/** Quoted names of a collection's table and columns, with the app's prefix, schema and naming style. */
export interface Table {
  readonly name: string;
  column(attribute: string): string;
}

const known = new WeakMap<object, Table>();

/** @throws when the collection is not loaded yet. */
export function tableOf(db: Database, collection: string): Table {
  const model = db.getCollection(collection)?.model;
  if (!model) throw new Error(`the collection ${collection} is not loaded`);
  const found = known.get(model) ?? describe(db, collection);
  known.set(model, found);
  return found;
}

function describe(db: Database, collection: string): Table {
  const { model } = db.getCollection(collection);
  const quote = (name: string): string => db.sequelize.getQueryInterface().quoteIdentifier(name);
  const attributes = model.rawAttributes as unknown as Record<string, { field?: string }>;
  const columns = new Map(Object.entries(attributes).map(([name, { field }]) => [name, quote(field ?? name)]));
  const stored = model.getTableName() as string | { tableName: string; schema?: string };
  const name =
    typeof stored === 'string'
      ? quote(stored)
      : [stored.schema, stored.tableName]
          .filter((part): part is string => !!part)
          .map(quote)
          .join('.');
  return {
    name,
    column(attribute) {
      const column = columns.get(attribute);
      if (!column) throw new Error(`${collection} has no column ${attribute}`);
      return column;
    },
  };
}
