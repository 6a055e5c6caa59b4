import type { Collection } from '@nocobase/database';
import type { WhereOptions } from 'sequelize';
import { Op } from 'sequelize';

/** Names of the attributes that identify a record of this collection. */
export function keysOf({ model }: Collection): readonly string[] {
  return model.primaryKeyAttributes;
}

/** How events name a record: its key; of several, each written for a URL and joined by commas. Null when one is missing. */
export function recordIdOf(collection: Collection, value: (name: string) => unknown): string | null {
  const values = keysOf(collection).map(value);
  if (values.length === 0 || values.some((part) => part === undefined || part === null)) return null;
  return values.length === 1 ? textOf(values[0]) : values.map((part) => encodeURIComponent(textOf(part))).join(',');
}

/** The condition that finds the records of these ids. */
export function whereIds(collection: Collection, ids: readonly string[]): WhereOptions {
  const keys = keysOf(collection);
  const [key] = keys;
  if (key !== undefined && keys.length === 1) return { [key]: [...ids] };
  return {
    [Op.or]: ids.map((id) => {
      const parts = id.split(',').map(decodeURIComponent);
      return Object.fromEntries(keys.map((name, index) => [name, parts[index] ?? null]));
    }),
  } as never;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
