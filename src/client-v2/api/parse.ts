/** Turning what came over the wire into typed values. A missing value becomes an empty one: a page is drawn in any case. */

/** true for a plain object (not null, not an array). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text of a string, number or bigint; '' for anything else. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/** Text, or undefined where there is none. */
export function toOptionalText(value: unknown): string | undefined {
  return toText(value) || undefined;
}

/** A count (safe integer); 0 for anything unreadable. */
export function toCount(value: unknown): number {
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
}

/** A count, or undefined where none was given. */
export function toOptionalCount(value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : toCount(value);
}

/** The ids in a list of ids or of objects with one; [] for anything that is no list. */
export function toIds(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((item) => toText(isRecord(item) ? item.id : item)).filter(Boolean);
}

/** Every object of a list, parsed; [] for anything that is no list. */
export function toList<T>(value: unknown, parse: (item: Record<string, unknown>) => T): T[] {
  return Array.isArray(value) ? value.filter(isRecord).map(parse) : [];
}

/** An object; {} for anything else. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
