import { t } from '../../foundation/text-key';
import type { Fault } from '../../foundation/errors';
import { shown } from '../../foundation/shown';
import { parseNumber } from './segments/integer';
import type { Shape } from './shape';
import { shapeOf } from './shape';
import { escapeRegExp } from './text';
import type { SegmentRegistry } from './segments/registry';
import type { CounterRule, RenderContext, Segment } from './segments/segment';

/** The most parts that a pattern may have. */
export const MOST_PARTS = 50;

/** One entry of a field's `patterns` option, as stored. */
export interface PatternOption {
  type: string;
  options?: Record<string, unknown> | null;
}

/** A segment of a pattern with its options. */
export interface Part {
  segment: Segment;
  options: Record<string, unknown>;
  /** Set for parts that draw from a counter. */
  rule?: CounterRule;
}

/** The largest number that a counter can hold. */
export const LARGEST = 2n ** 63n - 1n;

/** The shape of a field's numbers, ready to write numbers and to read them back. Pure. */
export class Pattern {
  /** The parts that count, with their place in the pattern. */
  readonly counting: ReadonlyArray<{ part: Part; index: number; rule: CounterRule }>;
  /** Field paths whose values the parts show or are scoped by. */
  readonly paths: readonly string[];
  /** The date field that says when a record is, for its period: that of the first date part. */
  readonly dateField: string | null;
  private readonly shape: Shape;

  constructor(readonly parts: Part[]) {
    this.shape = shapeOf(parts.map(matcherOf));
    this.counting = parts.flatMap((part, index) => (part.rule ? [{ part, index, rule: part.rule }] : []));
    const paths = parts.flatMap((part) => [...(part.segment.paths?.(part.options) ?? []), ...(part.rule?.scope ?? [])]);
    this.paths = [...new Set(paths)];
    this.dateField = parts.map((part) => part.segment.dateField?.(part.options)).find(Boolean) ?? null;
  }

  get hasDate(): boolean {
    return this.parts.some((part) => part.segment.dateField !== undefined);
  }

  get hasChance(): boolean {
    return this.parts.some((part) => part.segment.possibilities !== undefined);
  }

  /** How many different numbers chance alone can make; 1 without a random part. */
  get possibilities(): bigint {
    return this.parts.reduce((count, part) => count * (part.segment.possibilities?.(part.options) ?? 1n), 1n);
  }

  /** Writes a number; `numbers` holds the drawn number of each counting part by its index. */
  render(context: Omit<RenderContext, 'number'>, numbers: ReadonlyMap<number, bigint>): string {
    return this.texts(context, numbers).join('');
  }

  /** A number as the texts of its parts, in their order. */
  texts(context: Omit<RenderContext, 'number'>, numbers: ReadonlyMap<number, bigint>): string[] {
    return this.parts.map((part, index) =>
      part.segment.render(part.options, { ...context, number: numbers.get(index) ?? 0n }),
    );
  }

  /** True when the text has the shape of this pattern. */
  matches(text: string): boolean {
    return this.shape(text) !== null;
  }

  /**
   * Reads a number back: the counted number of each counting part by its index; null when the text has another shape.
   * `known` gives the texts of parts that are known from the record, which tells a digit of theirs from the counter's.
   */
  read(text: string, known?: ReadonlyMap<number, string>): Map<number, bigint> | null {
    const found = (known?.size ? this.sharpened(known)(text) : null) ?? this.shape(text);
    if (!found) return null;
    const numbers = new Map<number, bigint>();
    for (const { index, rule } of this.counting) {
      const number = parseNumber(found[index], rule.base);
      if (number > LARGEST) return null;
      numbers.set(index, number);
    }
    return numbers;
  }

  /** True when the text has the shape of this pattern with these texts of parts. */
  matchesWith(text: string, known: ReadonlyMap<number, string>): boolean {
    return this.sharpened(known)(text) !== null;
  }

  /** Source of a regular expression whose only capture group is the counting part at `index`. */
  captureSource(index: number): string {
    const parts = this.parts.map((part, i) => (i === index ? `(${matcherOf(part)})` : `(?:${matcherOf(part)})`));
    return `^${parts.join('')}$`;
  }

  private sharpened(known: ReadonlyMap<number, string>): Shape {
    return shapeOf(
      this.parts.map((part, index) => {
        const text = known.get(index);
        return text === undefined ? matcherOf(part) : escapeRegExp(text);
      }),
    );
  }
}

function matcherOf(part: Part): string {
  return part.segment.matcher(part.options);
}

/** A compiled pattern, or what is wrong with it (never both). */
export type Compiled = { pattern: Pattern; faults: [] } | { pattern: null; faults: Fault[] };

/**
 * Checks and compiles a field's `patterns` option. Each fault has the path of the wrong option, e.g.
 * `patterns[1].options.digits`.
 */
export function compilePattern(patterns: unknown, segments: SegmentRegistry): Compiled {
  if (!Array.isArray(patterns) || patterns.length === 0) {
    return { pattern: null, faults: [{ message: t('At least one part must be defined.'), path: 'patterns' }] };
  }
  if (patterns.length > MOST_PARTS) {
    const message = t('A number can have up to {{max}} parts.');
    return { pattern: null, faults: [{ message, path: 'patterns', params: { max: MOST_PARTS } }] };
  }
  const parts: Part[] = [];
  const faults: Fault[] = [];
  (patterns as PatternOption[]).forEach((entry, index) => {
    const odd =
      notAnObject(entry, `patterns[${index}]`) ?? notAnObject(entry.options ?? {}, `patterns[${index}].options`);
    if (odd) {
      faults.push(odd);
      return;
    }
    const segment = segments.get(entry.type);
    if (!segment) {
      faults.push({
        message: t('Unknown part type "{{type}}".'),
        path: `patterns[${index}].type`,
        params: { type: shown(entry.type) },
      });
      return;
    }
    const options = entry.options ?? {};
    const own = segment
      .validate(options)
      .map((fault) => ({ ...fault, path: `patterns[${index}].options.${fault.path}` }));
    faults.push(...own);
    if (own.length === 0) parts.push({ segment, options, rule: segment.counter?.(options) });
  });
  faults.push(...sharedKeys(patterns as PatternOption[]));
  return faults.length > 0 ? { pattern: null, faults } : { pattern: new Pattern(parts), faults: [] };
}

function notAnObject(value: unknown, path: string): Fault | null {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return null;
  return { message: t('"{{name}}" must be an object.'), path, params: { name: path } };
}

function sharedKeys(patterns: PatternOption[]): Fault[] {
  const seen = new Set<unknown>();
  return patterns.flatMap((entry, index) => {
    const key = entry?.type === 'integer' ? entry.options?.key : undefined;
    if (key === undefined || key === null) return [];
    if (seen.has(key))
      return [
        { message: t('Two counters of one field must not share a key.'), path: `patterns[${index}].options.key` },
      ];
    seen.add(key);
    return [];
  });
}
