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
 * key (editors lose it when the type of a part is switched to and fro) gets the one that the same field's pattern had
 * and no longer names (`before`), so that it goes on where it was.
 */
export function storedPatterns(patterns: unknown[], before: unknown, newKey: () => number): unknown[] {
  const used = new Set(keysOf(patterns));
  const left = (Array.isArray(before) ? keysOf(before) : []).filter((key) => !used.has(key));
  return patterns.map((entry) => {
    if (typeof entry !== 'object' || entry === null) return entry;
    const { [JUNK]: _, ...rest } = entry as Record<string, unknown>;
    if (rest.type !== 'integer' || keyOf(entry) !== null) return rest;
    let key = left.shift() ?? newKey();
    while (used.has(key)) key = newKey();
    used.add(key);
    return { ...rest, options: { ...(rest.options as object | undefined), key } };
  });
}

function keysOf(patterns: unknown[]): number[] {
  return patterns.flatMap((entry) => keyOf(entry) ?? []);
}

/** The counter key of a part; null for one without (a key that is no number is left for the check to refuse). */
function keyOf(entry: unknown): number | null {
  const options = (entry as { options?: { key?: unknown } } | null)?.options;
  if (options?.key === undefined || options.key === null) return null;
  return typeof options.key === 'number' ? options.key : NaN;
}
