import { replaced } from './lists';
import type { SegmentOption } from './types';

/** The kinds of part that the editor can make; others come from other plugins and are kept as they are. */
export const SEGMENT_TYPES = ['string', 'integer', 'date', 'field', 'randomChar'] as const;
export type SegmentType = (typeof SEGMENT_TYPES)[number];

const DEFAULTS: Record<SegmentType, Record<string, unknown>> = {
  string: { value: '-' },
  integer: { digits: 4, start: 1 },
  date: { format: 'YYYYMMDD', field: 'createdAt' },
  field: { path: '' },
  randomChar: { length: 6, charsets: ['number'] },
};

export function isKnownType(type: string): type is SegmentType {
  return (SEGMENT_TYPES as readonly string[]).includes(type);
}

/** A new part with sensible options. */
export function newSegment(type: SegmentType): SegmentOption {
  return { type, options: { ...DEFAULTS[type] } };
}

/** A part with some options changed; `undefined` takes an option away. The others, known or not, stay. */
export function withOptions(segment: SegmentOption, changes: Record<string, unknown>): SegmentOption {
  const options = Object.entries({ ...segment.options, ...changes }).filter(([, value]) => value !== undefined);
  return { ...segment, options: Object.fromEntries(options) };
}

/**
 * Gives counters without a key those that the saved pattern had and that are free now, in their order: a counter that was
 * removed and added again, or changed to another kind and back, goes on where it was.
 */
export function withSavedKeys(patterns: readonly SegmentOption[], saved: readonly SegmentOption[]): SegmentOption[] {
  const used = new Set(patterns.map(keyOf));
  const free = saved.map(keyOf).filter((key) => key !== undefined && !used.has(key));
  return patterns.map((part) => {
    if (part.type !== 'integer' || keyOf(part) !== undefined || free.length === 0) return part;
    return withOptions(part, { key: free.shift() });
  });
}

/**
 * The pattern with a part changed to another kind. `remembered` are the options that this part had when it was of that kind
 * before; a counter's key among them is left out when another part has taken it up meanwhile.
 */
export function withType(
  patterns: readonly SegmentOption[],
  index: number,
  type: SegmentType,
  remembered?: Record<string, unknown>,
): SegmentOption[] {
  const part: SegmentOption = { ...patterns[index], type, options: remembered ?? newSegment(type).options };
  const taken = patterns.some(
    (other, place) => place !== index && keyOf(other) !== undefined && keyOf(other) === keyOf(part),
  );
  return replaced(patterns, index, taken ? withOptions(part, { key: undefined }) : part);
}

function keyOf(part: SegmentOption): unknown {
  return part.type === 'integer' ? (part.options.key ?? undefined) : undefined;
}
