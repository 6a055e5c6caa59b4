/** Numbers that nobody has, both ends included, as decimal texts. */
export interface FoundGap {
  from: string;
  to: string;
}

/** The key of a record. */
export type Id = string | number;

/** A hole of one counter. */
export interface Gap extends FoundGap {
  scope: string;
  period: string;
  /** The records on both sides; null at the start, or where the record has no key of its own. */
  before: Id | null;
  after: Id | null;
}

/** The first `most` holes between `start` and the largest of the sorted numbers. Pure. */
export function gapsIn(sorted: BigInt64Array, start: bigint, most = Infinity): FoundGap[] {
  const gaps: FoundGap[] = [];
  let expected = start;
  for (const number of sorted) {
    if (gaps.length >= most) break;
    if (number > expected) gaps.push({ from: expected.toString(), to: (number - 1n).toString() });
    if (number >= expected) expected = number + 1n;
  }
  return gaps;
}
