/** A field's counter whatever the scope and period: the integer part `key` of `field` in `collection`. */
export interface CounterFamily {
  /** The collection that declares the field; inherited fields count with it. */
  collection: string;
  field: string;
  key: number;
}

/** One persisted counter. */
export interface CounterName extends CounterFamily {
  /** '' without scope fields, see scope.ts. */
  scope: string;
  /** '' without resets, else the start of the period, see period.ts. */
  period: string;
}

/** A counter as stored. `current` is the last number given; null when none was given yet. */
export interface CounterRow extends CounterName {
  id: number | string;
  current: bigint | null;
  lastGeneratedAt: Date | null;
}

/** Text that tells counters apart and puts them in the order in which they are locked. */
export function counterId(name: CounterName): string {
  return JSON.stringify([name.collection, name.field, name.key, name.scope, name.period]);
}
