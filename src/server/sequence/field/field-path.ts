import type { Collection, Database, Field } from '@nocobase/database';

/**
 * A field path, resolved against a collection: a column of the record itself, or one of a record it belongs to (any
 * number of steps away). A belongs-to field alone means its foreign key.
 */
export type FieldPath =
  | { kind: 'column'; attribute: string; association?: Association }
  | { kind: 'related'; association: Association; rest: FieldPath };

/** One belongs-to step. */
export interface Association {
  name: string;
  foreignKey: string;
  target: Collection;
  targetKey: string;
}

interface RelationOptions {
  target?: string;
  foreignKey?: string;
  targetKey?: string;
}

/** Resolves a path; null when a step of it does not exist or is no belongs-to field. */
export function resolvePath(db: Database, collection: Collection, path: string): FieldPath | null {
  const [first, ...rest] = path.split('.') as [string, ...string[]];
  const field = collection.getField(first) as Field | undefined;
  const association = field?.type === 'belongsTo' ? belongsTo(db, field) : foreignKeyOwner(db, collection, first);
  if (rest.length === 0) {
    if (field?.type === 'belongsTo') {
      return association ? { kind: 'column', attribute: association.foreignKey, association } : null;
    }
    const stored = Object.hasOwn(collection.model.rawAttributes, first);
    return stored ? { kind: 'column', attribute: first, association: association ?? undefined } : null;
  }
  if (field?.type !== 'belongsTo' || !association) return null;
  const inner = resolvePath(db, association.target, rest.join('.'));
  return inner && { kind: 'related', association, rest: inner };
}

function belongsTo(db: Database, field: Field): Association | null {
  const options = field.options as RelationOptions;
  const target = db.getCollection(options.target ?? '');
  const { foreignKey } = options;
  if (!target || !foreignKey) return null;
  return {
    name: field.name as string,
    foreignKey,
    target,
    targetKey: options.targetKey ?? target.model.primaryKeyAttribute,
  };
}

/** A foreign key named directly is filled from its belongs-to field when a form sends that one. */
function foreignKeyOwner(db: Database, collection: Collection, foreignKey: string): Association | null {
  for (const field of collection.fields.values() as Iterable<Field>) {
    if (field.type === 'belongsTo' && (field.options as RelationOptions).foreignKey === foreignKey)
      return belongsTo(db, field);
  }
  return null;
}

/** The column at the end of a path, where its value stands. */
export function columnAt(path: FieldPath, collection: Collection): { collection: Collection; attribute: string } {
  return path.kind === 'column'
    ? { collection, attribute: path.attribute }
    : columnAt(path.rest, path.association.target);
}
