import type { Collection, Database } from '@nocobase/database';
import { columnAt, resolvePath } from '../field/field-path';
import { isBlank } from '../pattern/text';

type Kind = 'truth' | 'number' | 'date' | 'json' | 'text';

interface Column {
  kind: Kind;
  /** Milliseconds of one unit of a unix time. */
  unit: number | null;
}

const KINDS: Record<string, Kind> = {
  BOOLEAN: 'truth',
  TINYINT: 'number',
  INTEGER: 'number',
  BIGINT: 'number',
  DECIMAL: 'number',
  FLOAT: 'number',
  REAL: 'number',
  'DOUBLE PRECISION': 'number',
  DATE: 'date',
  JSON: 'json',
  JSONB: 'json',
};

/**
 * The values of scope fields in one form, whoever hands them in: a request, a record or the database write the same number
 * as 1.5, '1.50' and 1.50, the same truth as true and 1. Two forms of a value would have two counters.
 */
export function scopeValues(
  db: Database,
  collection: Collection,
  paths: readonly string[],
  values: readonly unknown[],
): unknown[] {
  return values.map((value, i) => (isBlank(value) ? null : uniform(value, columnOf(db, collection, paths[i]))));
}

/** True for a scope column whose values the database cannot compare. */
export function isStructured(db: Database, collection: Collection, path: string): boolean {
  return columnOf(db, collection, path).kind === 'json';
}

function columnOf(db: Database, collection: Collection, path: string): Column {
  const resolved = resolvePath(db, collection, path);
  if (!resolved) return { kind: 'text', unit: null };
  const { collection: holder, attribute } = columnAt(resolved, collection);
  const type = (holder.model.rawAttributes as Record<string, { type?: { key?: string } }>)[attribute]?.type?.key;
  const field = holder.getField(attribute);
  const { accuracy } = (field?.options ?? {}) as { accuracy?: string };
  const unit = field?.type === 'unixTimestamp' ? (accuracy === 'millisecond' ? 1 : 1000) : null;
  return { kind: KINDS[type ?? ''] ?? 'text', unit };
}

function uniform(value: unknown, { kind, unit }: Column): unknown {
  switch (kind) {
    case 'truth':
      return typeof value === 'boolean' ? value : value === 1 || value === '1' || value === 'true';
    case 'number':
      if (unit !== null && (value instanceof Date || !isNumber(String(value)))) return unixTime(value, unit);
      return isNumber(String(value)) ? plainNumber(String(value)) : value;
    case 'date': {
      const date = value instanceof Date ? value : new Date(withZone(String(value)));
      return Number.isNaN(date.getTime()) ? value : date;
    }
    case 'json':
      return sorted(typeof value === 'string' ? parsed(value) : value);
    default:
      return value;
  }
}

function isNumber(text: string): boolean {
  return /^\s*[+-]?\d+(\.\d*)?\s*$/.test(text);
}

/** Without leading and trailing zeros, exact at any length. */
function plainNumber(text: string): string {
  const [, sign, whole, fraction = ''] = /^([+-]?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text.trim()) as unknown as string[];
  const number = fraction === '' ? whole : `${whole}.${fraction}`;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

function unixTime(value: unknown, unit: number): unknown {
  const time = new Date(value as string | Date).getTime();
  return Number.isNaN(time) ? value : String(Math.floor(time / unit));
}

/** SQLite keeps instants as text in UTC. */
function withZone(text: string): string {
  return text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) ?([+-]\d\d:\d\d)?$/, (_, day, time, zone) =>
    [day, 'T', time, zone ?? 'Z'].join(''),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** With the keys of all objects in order: databases keep them in orders of their own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
