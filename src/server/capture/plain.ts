/** A stored value as JSON tells it: instants as ISO 8601 in UTC, bytes as base64, whole numbers past 2^53 as text. Pure. */
export function plain(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object') return value;
  const { toJSON } = value as { toJSON?: () => unknown };
  if (typeof toJSON === 'function') return plain(toJSON.call(value));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}
