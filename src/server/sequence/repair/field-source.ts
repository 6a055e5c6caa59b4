import type { Collection, Database } from '@nocobase/database';
import type { FieldPath } from '../field/field-path';
import { resolvePath } from '../field/field-path';

/** How a time column is compared: with instants, or with readings of the zone's wall clock. */
export type TimeKind = 'instant' | 'wall';

/** SQL names and expressions over the table in which a field's numbers stand. The table's alias is `r`. */
export interface FieldSource {
  from: string;
  column: string;
  primaryKey: string | null;
  /** The expression at a path, for a SELECT list or a condition. */
  at(path: string): string | null;
  /** The record's time for PostgreSQL (with the replacement `:zone`), or null when no column tells it comparably. */
  time(dateField: string | null): { expression: string; kind: TimeKind } | null;
}

const INSTANT_TYPES = new Set(['date', 'datetime', 'datetimeTz', 'createdAt', 'updatedAt']);
const WALL_TYPES = new Set(['dateOnly', 'datetimeNoTz']);

export function fieldSource(db: Database, collection: Collection, field: string): FieldSource {
  const quote = (name: string): string => db.sequelize.getQueryInterface().quoteIdentifier(name);
  const attribute = (of: Collection, name: string): string =>
    quote((of.model.rawAttributes as Record<string, { field?: string }>)[name]?.field ?? name);
  const column = (name: string): string => `r.${attribute(collection, name)}`;

  const expression = (path: FieldPath, of: Collection, alias: string): string => {
    if (path.kind === 'column') return `${alias}.${attribute(of, path.attribute)}`;
    const { association, rest } = path;
    const inner = `${alias}_${association.name.replace(/\W/g, '')}`;
    return `(SELECT ${expression(rest, association.target, inner)} FROM ${association.target.quotedTableName()} AS ${inner}
      WHERE ${inner}.${attribute(association.target, association.targetKey)} = ${alias}.${attribute(of, association.foreignKey)} LIMIT 1)`;
  };

  return {
    from: `${collection.quotedTableName()} AS r`,
    column: column(field),
    primaryKey: singleKey(collection, column),
    at(path) {
      const resolved = resolvePath(db, collection, path);
      return resolved && expression(resolved, collection, 'r');
    },
    time(dateField) {
      const kinds = [dateField, 'createdAt'].map((name) => (name ? timeKind(collection, name) : null));
      const [own, created] = kinds;
      if (own && dateField && dateField !== 'createdAt') {
        const expression = own === 'wall' ? `${column(dateField)}::timestamp` : column(dateField);
        if (!created) return { expression, kind: own };
        return own === created
          ? { expression: `COALESCE(${expression}, ${column('createdAt')})`, kind: own }
          : { expression: `COALESCE(${expression}, ${column('createdAt')} AT TIME ZONE :zone)`, kind: own };
      }
      return created ? { expression: column('createdAt'), kind: created } : null;
    },
  };
}

function timeKind(collection: Collection, name: string): TimeKind | null {
  const type = collection.getField(name)?.type as string | undefined;
  if (type && INSTANT_TYPES.has(type)) return 'instant';
  if (type && WALL_TYPES.has(type)) return 'wall';
  return type === undefined && name in collection.model.rawAttributes && name === 'createdAt' ? 'instant' : null;
}

function singleKey(collection: Collection, column: (name: string) => string): string | null {
  const keys = collection.model.primaryKeyAttributes;
  return keys.length === 1 && keys[0] ? column(keys[0]) : null;
}
