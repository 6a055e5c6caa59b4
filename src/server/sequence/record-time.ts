import { parseInZone } from './zone';

/** The part of a record that this module reads. */
export interface Readable {
  get(name: string): unknown;
}

/** The instant in a date field: Date, ISO or SQL text (read on the zone's wall clock), or unix time. Null when empty. */
export function instantIn(record: Readable, field: string, zone: string): Date | null {
  return toInstant(record.get(field), zone);
}

export function toInstant(value: unknown, zone: string): Date | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
  if (typeof value === 'string' && value.trim() !== '') return parseInZone(value, zone);
  if (typeof value === 'number') return new Date(Math.abs(value) < 1e11 ? value * 1000 : value);
  return null;
}

/**
 * The record's time, which decides its period: the field of the first date part, else createdAt, else now. So a late or
 * back-dated record is numbered in the period it belongs to.
 */
export function recordTime(record: Readable, dateField: string | null, zone: string, now: Date): Date {
  return (dateField && instantIn(record, dateField, zone)) || instantIn(record, 'createdAt', zone) || now;
}
