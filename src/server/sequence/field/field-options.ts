import type { FreeKey } from './key-match';
import { matchKeys } from './key-match';

/** What the platform's editors leave behind in a pattern's parts; it means nothing. */
const JUNK = '__DO_NOT_USE_THIS_PROPERTY_index__';

interface Rule {
  name?: string;
}

/**
 * A sequence field's options as they are used. "Required" is dropped: the value is checked before a number can be there,
 * and a number is always given, so asking for one only gets in the way. `inputable` is always said.
 */
export function normaliseOptions(options: Record<string, unknown>): Record<string, unknown> {
  const result = { ...options };
  const validation = options.validation as { rules?: Rule[] } | null | undefined;
  if (validation?.rules?.some((rule) => rule.name === 'required')) {
    result.validation = { ...validation, rules: validation.rules.filter((rule) => rule.name !== 'required') };
  }
  const uiSchema = options.uiSchema as Record<string, unknown> | null | undefined;
  if (uiSchema?.required) result.uiSchema = { ...uiSchema, required: false };
  if (options.required) result.required = false;
  // The platform's forms keep the input closed only for a plain `false`; its editors leave the option out.
  result.inputable = options.inputable === true;
  return result;
}

/**
 * A pattern as it is stored: without junk, and with a key of its own for each counter. A counter that comes without its
 * key (editors lose it when the type of a part is switched to and fro) gets one of `free` that no other part names, so
 * that it goes on where it was; the first group of them goes first.
 */
export function storedPatterns(patterns: unknown[], free: FreeKey[][], newKey: () => number): unknown[] {
  const used = new Set(keysOf(patterns));
  const keys = matchKeys(
    patterns.filter(isKeyless).map(roleOf),
    free.map((group) => group.filter(({ key }) => !used.has(key))),
  );
  keys.forEach((key) => key !== null && used.add(key));
  return patterns.map((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
    const { [JUNK]: _, ...rest } = entry as Record<string, unknown>;
    if (!isKeyless(entry)) return rest;
    const key = keys.shift() ?? unusedKey(used, newKey);
    return { ...rest, options: { ...(rest.options as object | undefined), key } };
  });
}

function unusedKey(used: Set<number>, newKey: () => number): number {
  let key = newKey();
  while (used.has(key)) key = newKey();
  used.add(key);
  return key;
}

/** True for a counting part that came without its key. */
export function isKeyless(entry: unknown): boolean {
  return integerOptions(entry) !== null && keyOf(entry) === null;
}

/** What tells one counting part from another when its key is lost. */
export function roleOf(entry: unknown): { resets: boolean; scoped: boolean } {
  const { cycle, scope } = integerOptions(entry) ?? {};
  return { resets: cycle !== undefined && cycle !== null, scoped: Array.isArray(scope) && scope.length > 0 };
}

/** The options of a counting part; null for any other entry. */
export function integerOptions(entry: unknown): Record<string, unknown> | null {
  const part = entry as { type?: unknown; options?: unknown } | null | undefined;
  if (typeof part !== 'object' || part === null || part.type !== 'integer') return null;
  const options = part.options ?? {};
  return typeof options === 'object' && !Array.isArray(options) ? (options as Record<string, unknown>) : null;
}

export function keysOf(patterns: unknown[]): number[] {
  return patterns.flatMap((entry) => keyOf(entry) ?? []);
}

/** The counter key of a part; null for one without (a key that is no number is left for the check to refuse). */
export function keyOf(entry: unknown): number | null {
  const options = integerOptions(entry);
  if (options?.key === undefined || options.key === null) return null;
  return typeof options.key === 'number' ? options.key : NaN;
}
