import type { Database } from '@nocobase/database';

/** Quoted names of the counters' table and columns, with the app's prefix, schema and naming style. */
export interface CounterTable {
  table: string;
  id: string;
  collection: string;
  field: string;
  key: string;
  scope: string;
  period: string;
  current: string;
  lastGeneratedAt: string;
}

/** Name of the collection that holds the counters; the built-in plugin defines it, we add `scope` and `period`. */
export const COUNTERS = 'sequences';

const known = new WeakMap<object, CounterTable>();

/** Asked for with every draw, so it is put together once for each model. */
export function counterTable(db: Database): CounterTable {
  const model = db.getCollection(COUNTERS)?.model;
  const found = (model && known.get(model)) ?? describeTable(db);
  if (model) known.set(model, found);
  return found;
}

function describeTable(db: Database): CounterTable {
  const quote = (name: string): string => db.sequelize.getQueryInterface().quoteIdentifier(name);
  const column = (name: string): string => quote(counterColumn(db, name));
  const name = counterTableName(db);
  return {
    table: typeof name === 'string' ? quote(name) : `${quote(name.schema)}.${quote(name.tableName)}`,
    id: column('id'),
    collection: column('collection'),
    field: column('field'),
    key: column('key'),
    scope: column('scope'),
    period: column('period'),
    current: column('current'),
    lastGeneratedAt: column('lastGeneratedAt'),
  };
}

/**
 * Name of the table, with its schema where the app has one; known before any collection is loaded, as a migration needs
 * it. Sequelize finds nothing by an object without a schema, so a name alone is a plain text.
 */
export function counterTableName(db: Database): string | { tableName: string; schema: string } {
  const { tablePrefix = '', schema } = db.options;
  const tableName = db.getCollection(COUNTERS)?.model.tableName ?? `${tablePrefix}${COUNTERS}`;
  return schema && db.inDialect('postgres') ? { tableName, schema } : tableName;
}

/** Name of a column in the app's naming style. */
export function counterColumn(db: Database, name: string): string {
  const attributes = db.getCollection(COUNTERS)?.model.rawAttributes as Record<string, { field?: string }> | undefined;
  const styled = db.options.underscored ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
  return attributes?.[name]?.field ?? styled;
}

/** Condition on one counter, with named replacements. */
export function isCounter(t: CounterTable, alias = ''): string {
  return `${isFamily(t, alias)} AND ${alias}${t.scope} = :scope AND ${alias}${t.period} = :period`;
}

/** Condition on all counters of one integer part, with named replacements. */
export function isFamily(t: CounterTable, alias = ''): string {
  return `${alias}${t.collection} = :collection AND ${alias}${t.field} = :field AND ${alias}${t.key} = :key`;
}
