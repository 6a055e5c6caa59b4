import type { Database } from '@nocobase/database';
import type { Fault } from '../../foundation/errors';
import { InvalidInput, NotFound } from '../../foundation/errors';
import { t } from '../../foundation/text-key';
import type { SequenceFieldLike } from './field-locator';
import { isKeyless } from './field-options';
import { declaringCollection } from './field-locator';
import type { Compiled, Pattern } from '../pattern/pattern';
import { compilePattern } from '../pattern/pattern';
import type { SegmentRegistry } from '../pattern/segments/registry';
import { zoneOf } from '../pattern/zone';

/** A sequence field's options, read and ready to number with. */
export interface FieldRule {
  /** The collection whose counters it uses. */
  owner: string;
  field: string;
  pattern: Pattern;
  zone: string;
  inputable: boolean;
  /** A typed value must have the pattern's shape. */
  match: boolean;
  unique: boolean;
}

/** Turns field options into rules; compiled patterns are kept as long as the options object stays the same. */
export class FieldRules {
  private readonly compiled = new WeakMap<object, Compiled>();

  constructor(
    private readonly db: Database,
    private readonly segments: SegmentRegistry,
  ) {}

  /** @throws InvalidInput when the stored pattern cannot work; nothing is numbered with half a pattern. */
  of(field: SequenceFieldLike): FieldRule {
    const rule = this.tryOf(field);
    if (!rule) throw new InvalidInput(this.compile(field).faults, 'SEQUENCE_PATTERN_INVALID');
    return rule;
  }

  /** The rule, or null when the stored pattern cannot work. */
  tryOf(field: SequenceFieldLike): FieldRule | null {
    const { pattern } = this.compile(field);
    return pattern ? { ...this.describe(field), pattern } : null;
  }

  /** The declared rule of a field by its names; null when there is no such sequence field or its pattern cannot work. */
  find(collection: string, field: string): FieldRule | null {
    const found = this.db.getCollection(collection)?.getField(field);
    return found?.type === 'sequence' ? this.tryOf(found) : null;
  }

  /** The declared rule of a field by its names. @throws NotFound for no sequence field, InvalidInput as `of`. */
  named(collection: string, field: string): FieldRule {
    const found = this.db.getCollection(collection)?.getField(field);
    if (found?.type === 'sequence') return this.of(found);
    throw new NotFound(t('There is no sequence field "{{field}}" in "{{collection}}".'), { collection, field });
  }

  /** Why the stored pattern of a declared sequence field cannot work; [] when it does. */
  faultsOf(collection: string, field: string): Fault[] {
    const found = this.db.getCollection(collection)?.getField(field);
    return found?.type === 'sequence' ? this.compile(found).faults : [];
  }

  /** A rule that is not saved (yet). @throws InvalidInput when its pattern cannot work. */
  drafted(owner: string, field: string, options: Record<string, unknown>): FieldRule {
    const compiled = compilePattern(withKeys(options.patterns), this.segments);
    if (!compiled.pattern) throw new InvalidInput(compiled.faults, 'SEQUENCE_PATTERN_INVALID');
    return { ...described(options), owner, field, pattern: compiled.pattern };
  }

  private compile(field: SequenceFieldLike): Compiled {
    const patterns = withKeys(field.options.patterns);
    const memo =
      typeof field.options.patterns === 'object' && field.options.patterns !== null ? field.options.patterns : null;
    const known = memo && this.compiled.get(memo);
    if (known) return known;
    const compiled = compilePattern(patterns, this.segments);
    if (memo) this.compiled.set(memo, compiled);
    return compiled;
  }

  private describe(field: SequenceFieldLike): Omit<FieldRule, 'pattern'> {
    return {
      ...described(field.options),
      owner: declaringCollection(field.collection, field.name),
      field: field.name,
    };
  }
}

function described({ timezone, inputable, match, unique }: Record<string, unknown>) {
  return {
    zone: zoneOf(timezone),
    inputable: inputable === true,
    match: inputable === true && match === true,
    unique: unique === true,
  };
}

/**
 * Fields defined in code may leave the keys of their counters out (saved ones always have one): each then counts under
 * its place among the parts.
 */
export function withKeys(patterns: unknown): unknown {
  if (!Array.isArray(patterns)) return patterns;
  return patterns.map((entry: { options?: object }, index) =>
    isKeyless(entry) ? { ...entry, options: { ...entry.options, key: index } } : entry,
  );
}
