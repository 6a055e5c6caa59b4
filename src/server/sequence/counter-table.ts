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

export function counterTable(db: Database): CounterTable {
  const collection = db.getCollection(COUNTERS);
  const quote = (name: string): string => db.sequelize.getQueryInterface().quoteIdentifier(name);
  const attributes = collection.model.rawAttributes as Record<string, { field?: string }>;
  const column = (name: string): string => quote(attributes[name]?.field ?? name);
  return {
    table: collection.quotedTableName(),
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

/** Condition on one counter, with named replacements. */
export function isCounter(t: CounterTable, alias = ''): string {
  return `${isFamily(t, alias)} AND ${alias}${t.scope} = :scope AND ${alias}${t.period} = :period`;
}

/** Condition on all counters of one integer part, with named replacements. */
export function isFamily(t: CounterTable, alias = ''): string {
  return `${alias}${t.collection} = :collection AND ${alias}${t.field} = :field AND ${alias}${t.key} = :key`;
}
