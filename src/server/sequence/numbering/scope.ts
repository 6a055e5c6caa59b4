import { createHash } from 'node:crypto';
import { isBlank, isStorable } from '../pattern/text';

const LONGEST = 180;
const EMPTY = '~';

/**
 * The text under which the counter of a combination of scope values is stored: the values joined by `|`, an empty value
 * as `~` (a scope of its own). '' without scope fields. Characters with a meaning are escaped, so that two combinations
 * never share a text; a very long one is stored as its SHA-256.
 */
export function scopeText(values: readonly unknown[]): string {
  if (values.length === 0) return '';
  // Databases may overlook a space at the end.
  const text = values.map(valueText).join('|').replace(/ $/, '\\_');
  return text.length <= LONGEST ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** False for a text that can be no scope's. */
export function isScopeText(text: string): boolean {
  return text.length <= LONGEST && isStorable(text);
}

function valueText(value: unknown): string {
  if (isBlank(value)) return EMPTY;
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/[\\|~]/g, '\\$&').replace(/^sha256:/, '\\sha256:');
}
