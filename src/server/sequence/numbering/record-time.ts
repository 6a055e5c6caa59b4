import { parseInZone } from '../pattern/zone';

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
  if (typeof value === 'number') return unixTime(value);
  if (typeof value !== 'string' || value.trim() === '') return null;
  return /^-?\d{9,}$/.test(value) ? unixTime(Number(value)) : parseInZone(value, zone);
}

/** Seconds or milliseconds; null when no date is that far away. */
function unixTime(value: number): Date | null {
  const time = new Date(Math.abs(value) < 1e11 ? value * 1000 : value);
  return Number.isNaN(time.getTime()) ? null : time;
}

/**
 * The record's time, which decides its period: the field of the first date part, else createdAt, else now. So a late or
 * back-dated record is numbered in the period it belongs to.
 */
export function recordTime(record: Readable, dateField: string | null, zone: string, now: Date): Date {
  return knownTime(record, dateField, zone) ?? now;
}

/** The time that stands in the record; null when it tells none. */
export function knownTime(record: Readable, dateField: string | null, zone: string): Date | null {
  return (dateField ? instantIn(record, dateField, zone) : null) ?? instantIn(record, 'createdAt', zone);
}
