import type { SegmentOption, SequenceRules } from './types';

/** What the platform's own editors leave behind in a part; it means nothing. */
const JUNK = '__DO_NOT_USE_THIS_PROPERTY_index__';

/** What a new field starts with: a counter alone, so that there is a number to look at from the beginning. */
export const NEW_RULES: SequenceRules = {
  patterns: [{ type: 'integer', options: { digits: 4, start: 1 } }],
  timezone: null,
  unique: true,
  inputable: false,
  match: false,
};

/** Reads a field's options, whoever stored them. */
export function readRules(field: Record<string, unknown>): SequenceRules {
  return {
    patterns: readPatterns(field.patterns),
    timezone: typeof field.timezone === 'string' && field.timezone ? field.timezone : null,
    unique: field.unique === true,
    inputable: field.inputable === true,
    match: field.match === true,
  };
}

/** The parts of a pattern without what editors left behind. */
export function readPatterns(stored: unknown): SegmentOption[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(isObject).map(({ [JUNK]: _, ...part }) => ({
    ...part,
    type: typeof part.type === 'string' ? part.type : '',
    options: isObject(part.options) ? part.options : {},
  }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
