import type { Collection, Database } from '@nocobase/database';

/** A sequence field as the platform holds it in memory. */
export interface SequenceFieldLike {
  name: string;
  type: string;
  collection: Collection;
  options: Record<string, unknown>;
}

interface Inheriting extends Collection {
  parents?: Collection[];
}

/** The sequence fields of a collection, inherited ones included, in an order that never changes. */
export function sequenceFields(collection: Collection): SequenceFieldLike[] {
  const fields = [...collection.fields.values()] as unknown as SequenceFieldLike[];
  return fields.filter((field) => field.type === 'sequence').sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Asked at every create of every collection, so it makes no list. */
export function hasSequenceField(collection: Collection): boolean {
  for (const field of collection.fields.values() as Iterable<{ type: string }>)
    if (field.type === 'sequence') return true;
  return false;
}

/** All sequence fields of the app where they are declared: an inherited one is found at its ancestor only. */
export function declaredSequenceFields(db: Database): SequenceFieldLike[] {
  return [...db.collections.values()].flatMap((collection) =>
    sequenceFields(collection).filter((field) => declaringCollection(collection, field.name) === collection.name),
  );
}

/**
 * The collection whose counters a field uses: the ancestor that declares it. Parent and children share one counter,
 * since their records stand in one list.
 */
export function declaringCollection(collection: Collection, field: string): string {
  for (const parent of (collection as Inheriting).parents ?? []) {
    if (parent.getField(field)?.type === 'sequence') return declaringCollection(parent, field);
  }
  return collection.name;
}
