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
      const parts = id.split(',').map(decoded);
      return Object.fromEntries(keys.map((name, index) => [name, parts[index] ?? null]));
    }),
  };
}

const SHAPES: Record<string, RegExp> = {
  INTEGER: /^-?\d{1,10}$/,
  BIGINT: /^-?\d{1,19}$/,
  UUID: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/** Can a record have this id at all? A database would refuse the question in words of its own. */
export function isPossibleId(collection: Collection, id: string): boolean {
  const keys = keysOf(collection);
  const parts = keys.length === 1 ? [id] : id.split(',');
  const attributes = collection.model.rawAttributes as Record<string, { type?: { key?: string } }>;
  return (
    parts.length === keys.length &&
    keys.every((name, index) => SHAPES[attributes[name]?.type?.key ?? '']?.test(parts[index] ?? '') ?? true)
  );
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
