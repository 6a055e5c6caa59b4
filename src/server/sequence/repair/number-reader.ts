import type { Collection } from '@nocobase/database';
import type { Within } from '../counters/counters';
import type { Pattern } from '../pattern/pattern';
import type { Period } from '../pattern/period';

/** The numbers of one counting part of a field: all of them, or those of one scope and period. */
export interface Span {
  /** The declaring collection, in whose table (and those of its children) the numbers stand. */
  collection: Collection;
  field: string;
  pattern: Pattern;
  /** Place of the counting part in the pattern. */
  index: number;
  zone: string;
  /** Values of the part's scope fields; absent: every scope. */
  scope?: readonly unknown[];
  /** Absent: every value. */
  values?: readonly string[];
  /** Absent: every period. */
  period?: Period;
}

/** What the data of one scope and period holds. */
export interface NumberGroup {
  scope: string;
  period: string;
  largest: bigint;
  /** The latest record time among its numbers, null when unknown. */
  latest: Date | null;
}

/** The groups of a field's data, and how many values have another shape. */
export interface NumberGroups {
  groups: NumberGroup[];
  unreadable: number;
  /** One of the unreadable values, as an example. */
  sample: string | null;
}

/** How far a long read has come: rows done, and rows in all when known. */
export type Progress = (current: number) => Promise<void> | void;

/** Reads numbers out of the data in bounded memory. Only reads, without locks. */
export interface NumberReader {
  /** False when this reader cannot tell the span apart in the database; then the next one is asked. */
  serves(span: Span): boolean;
  largest(span: Span, within: Within): Promise<bigint | null>;
  groups(span: Span, within: Within, progress?: Progress): Promise<NumberGroups>;
}
