/** Half of a surrogate pair without the other half: no UTF-8 text can hold it. NUL: PostgreSQL cannot. */
const UNSTORABLE = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g; // eslint-disable-line no-control-regex

/** Text that every database and broker can hold: NUL and lone surrogates are written out as `\u0000`, `\ud83d`. */
export function safeText(text: string): string {
  return text.replace(UNSTORABLE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for every text within a JSON value, names of members too. */
export function safeValue(value: unknown): unknown {
  if (typeof value === 'string') return safeText(value);
  if (Array.isArray(value)) return value.map(safeValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [safeText(name), safeValue(inner)]));
}
