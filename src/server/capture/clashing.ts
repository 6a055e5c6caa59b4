import type { Collection } from '@nocobase/database';
import type { WhereOptions } from 'sequelize';
import { Op } from 'sequelize';
import { keysOf } from './record-key';

/**
 * The condition that finds the rows which these values would clash with: those of the same key or of the same values of a
 * unique index; null when there cannot be any. `without`: how many of the rows can clash with none. Pure.
 */
export function clashing(
  collection: Collection,
  rows: ReadonlyArray<Record<string, unknown>>,
): { where: WhereOptions | null; without: number } {
  const identities = identitiesOf(collection);
  const conditions = rows.map((row) =>
    identities
      .filter((names) => names.every((name) => row[name] !== undefined && row[name] !== null))
      .map((names) => Object.fromEntries(names.map((name) => [name, row[name]]))),
  );
  const all = conditions.flat();
  return {
    where: all.length > 0 ? { [Op.or]: all } : null,
    without: conditions.filter((own) => own.length === 0).length,
  };
}

/** Attributes that identify a record together: those of the key and of each unique index. */
function identitiesOf(collection: Collection): ReadonlyArray<readonly string[]> {
  const model = collection.model as unknown as {
    rawAttributes: Record<string, { field?: string; unique?: unknown }>;
    _indexes?: Array<{ unique?: boolean; fields?: Array<string | { name?: string; attribute?: string }> }>;
  };
  const byColumn = new Map(Object.entries(model.rawAttributes).map(([name, { field }]) => [field ?? name, name]));
  const single = Object.keys(model.rawAttributes).filter((name) => model.rawAttributes[name]?.unique);
  const indexes = (model._indexes ?? []).filter(({ unique }) => unique);
  const several = indexes.map(({ fields = [] }) =>
    fields.map((field) => (typeof field === 'string' ? field : (field.name ?? field.attribute ?? ''))),
  );
  return [
    keysOf(collection),
    ...single.map((name) => [name]),
    ...several.map((names) => names.map((name) => byColumn.get(name) ?? name)),
  ].filter((names) => names.length > 0);
}
