/** What a field of a collection tells about itself, as far as a hint needs it. */
export interface FieldFacts {
  name: string;
  /** Column that holds the association's key; only associations have one. */
  foreignKey?: string;
}

/**
 * The fields of a record that its number depends on: what the patterns count by, take their date from or copy. A foreign
 * key stands for its association too, since forms hold the association only. `fields` are those of the collection.
 */
export function fieldsOfPatterns(patterns: unknown, fields: readonly FieldFacts[]): string[] {
  const read = new Set((Array.isArray(patterns) ? patterns : []).flatMap(pathsOf).map(firstPart));
  for (const { name, foreignKey } of fields) {
    if (foreignKey && read.has(foreignKey)) read.add(name);
  }
  return [...read].sort();
}

/**
 * Of a form's values those with these names that fit in an address: single values, dates as ISO text, and the single
 * values of an associated record.
 */
export function pickValues(values: unknown, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const value = plain(property(values, name));
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function pathsOf(pattern: unknown): string[] {
  const options = property(pattern, 'options');
  const paths = [property(options, 'scope'), property(options, 'field'), property(options, 'path')].flat();
  return paths.filter((path): path is string => typeof path === 'string' && path !== '');
}

function firstPart(path: string): string {
  return path.split('.')[0];
}

function plain(value: unknown): unknown {
  if (isSingle(value)) return value;
  const date = asIsoText(value);
  if (date !== undefined) return date;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const parts = Object.entries(value).filter(([, part]) => isSingle(part));
  return parts.length ? Object.fromEntries(parts) : undefined;
}

function isSingle(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}

/** Both a Date and what date pickers hold answer `toISOString`; undefined for anything else. */
function asIsoText(value: unknown): string | undefined {
  const toText = property(value, 'toISOString');
  if (typeof toText !== 'function') return undefined;
  try {
    return String(toText.call(value));
  } catch {
    return undefined;
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
