import type { CounterRow } from './counter';

/** A counter as the drivers hand it out. */
export interface StoredRow {
  id: number | string;
  collection: string;
  field: string;
  key: number;
  scope: string;
  period: string;
  current: string | null;
  lastGeneratedAt: string | Date | null;
}

/** Reads a stored counter, its numbers exact. */
export function toRow(row: StoredRow): CounterRow {
  return {
    ...row,
    key: Number(row.key),
    current: row.current === null ? null : BigInt(row.current),
    lastGeneratedAt: row.lastGeneratedAt === null ? null : toDate(row.lastGeneratedAt),
  };
}

/** SQLite hands dates out as text in UTC. */
function toDate(value: string | Date): Date {
  if (value instanceof Date) return value;
  const text = value.includes('T') ? value : value.replace(' ', 'T').replace(/ ?([+-]\d\d:\d\d)$/, '$1');
  return new Date(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
}
