/** Counter values are decimal strings throughout: they may be larger than a JavaScript number can hold. */

/** Which counters an action is about: all, those of a collection, or those of one field. */
export interface CounterTarget {
  collection?: string;
  field?: string;
}

/** One row of the counter table. */
export interface Counter {
  collection: string;
  field: string;
  /** Id of the number segment in the field's pattern. */
  key: string;
  /** Value of the scope fields; '' = one counter for all records. */
  scope: string;
  /** Start of the period the counter belongs to, an ISO instant; '' = no period. */
  period: string;
  current: string;
  /** '' for an orphan. */
  next: string;
  lastGeneratedAt?: string;
  collectionTitle?: string;
  fieldTitle?: string;
  /** Why nothing draws from this counter any more; undefined for a counter in use. */
  orphan?: string;
  /** IANA name or offset of the zone the period is cut in. */
  timezone?: string;
}

/** A run of numbers missing in the data, both ends included. */
export interface Gap {
  scope: string;
  period: string;
  from: string;
  to: string;
  /** Ids of the records next to the gap, where there are such. */
  before?: string;
  after?: string;
}

/** A value that more than one record holds. */
export interface Duplicate {
  value: string;
  count: number;
  /** Some of the records that hold it. */
  ids: string[];
}

export interface IntegrityReport {
  total: number;
  nulls: number;
  /** Some of the records without a number. */
  nullIds: string[];
  duplicates: Duplicate[];
  gaps: Gap[];
  /** The counter stands below the highest number in the data: the next number may be a repeat. */
  behind: boolean;
  /** Records whose value does not have the shape of the pattern, so that no number can be read from it. */
  unreadable: number;
  /** Some of those records. */
  unreadableIds: string[];
}

/** How the numbers of one field stand, in figures only. */
export interface Health extends Required<CounterTarget> {
  total: number;
  nulls: number;
  duplicates: number;
  gaps: number;
  behind: boolean;
  unreadable: number;
  /** False when the stored pattern cannot work: nothing is counted then, and new records are refused. */
  works: boolean;
  /** Why it cannot work. */
  faults: string[];
  checkedAt?: string;
}

/** What numbering old records would do: how many there are, and the numbers of the first ones. */
export interface BackfillPreview {
  total: number;
  sample: { id: string; value: string }[];
}

export interface SetNextRequest extends Pick<Counter, 'collection' | 'field' | 'key' | 'scope' | 'period'> {
  next: string;
  /** Accept a number that has been used. */
  force?: boolean;
}
