import type { Change, Finding } from './finding-types';

/** The rules of a field's numbers, as they would be saved. */
export interface PreviewRequest {
  patterns: unknown;
  timezone?: string | null;
  collection?: string;
  /** Only for a saved field: the preview goes on from its counters. */
  field?: string;
  inputable?: boolean;
  match?: boolean;
  unique?: boolean;
}

/** The resets of one counting part. */
export interface PartResets {
  index: number;
  times: string[];
}

/** How much room one counting part has in the present period. */
export interface PartCapacity {
  index: number;
  max: string;
  left: string;
  /** What a past period used on average. */
  average?: { count: string; periods: number };
}

/** The first number past the digits of a counting part; without a value saving is refused there. */
export interface PartOverflow {
  index: number;
  value?: string;
  /** The last number that fits. */
  after: string;
}

/** The odds that a number drawn by chance is taken already. */
export interface Chance {
  combinations: string;
  records: number;
  odds: number;
}

/** What a pattern gives. Whatever the server leaves out is absent or empty. */
export interface Preview {
  values: string[];
  warnings: Finding[];
  zone?: string;
  parts: { index: number; text: string }[];
  resets: PartResets[];
  afterReset?: { value: string; at: string };
  overflow: PartOverflow[];
  otherScope?: { value: string };
  capacity: PartCapacity[];
  chance?: Chance;
  /** The next number under the saved rules; absent for a new field. */
  savedNext?: string;
  changes: Change[];
}

/** Numbers that more than one record holds. */
export interface Duplicates {
  total: number;
  duplicates: { value: string; count: number }[];
}
