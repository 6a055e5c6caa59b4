import type { Fault } from '../../../foundation/errors';

/** A counter as a pattern names it: its stable key and how it counts. */
export interface CounterRule {
  /** Identity of the counter within its field; survives every edit of the pattern. Null: not yet given (unsaved pattern). */
  key: number | null;
  digits: number;
  start: bigint;
  base: number;
  /** Cron expression of the resets, null when it never starts again. */
  cycle: string | null;
  overflow: 'grow' | 'error';
  /** Field paths whose values give every combination a counter of its own. */
  scope: string[];
}

/** What a segment may look at while it makes its text. It reads, and never writes. */
export interface RenderContext {
  /** The record's time: see record-time.ts. */
  at: Date;
  /** IANA time zone of the field. */
  zone: string;
  /** Value at a field path of the record; loaded before rendering (see `paths`). */
  value: (path: string) => unknown;
  /** The instant in a date field of the record, null when empty. */
  instant: (field: string) => Date | null;
  /** The counter's number for an `integer` segment. */
  number: bigint;
  /** A whole number below `limit`, unpredictable. */
  random: (limit: number) => number;
}

/**
 * One kind of part of a number. Everything here is pure: numbers come from the counter and values from the record, both
 * handed in. Other plugins add their own with `segments.register`.
 */
export interface Segment<Options = Record<string, unknown>> {
  type: string;
  /** Faults of the options, with paths relative to `options`. Empty: fine. Called when the field is saved. */
  validate(options: Options): Fault[];
  /** The text of this part. */
  render(options: Options, context: RenderContext): string;
  /** Source of a regular expression without capture groups that matches every text `render` can make. */
  matcher(options: Options): string;
  /** Set when the segment draws from a counter. */
  counter?(options: Options): CounterRule;
  /** Field paths whose values `render` reads. */
  paths?(options: Options): string[];
  /** The date field this segment shows, when it shows one. */
  dateField?(options: Options): string;
  /** The fewest characters that `render` makes, when it is known beforehand. */
  leastLength?(options: Options): number;
  /** How many different texts `render` can make by chance; absent when there is no chance in it. */
  possibilities?(options: Options): bigint;
}
