import type { Gap } from './gaps';
import type { ReadNumber } from '../repair/numbers-streamed';

type Side = 'before' | 'after';

/** Finds the records on both sides of gaps while the data is read. Memory: the gaps, not the data. */
export class NeighbourSearch {
  private readonly places = new Map<string, Array<{ gap: Gap; side: Side }>>();

  get isEmpty(): boolean {
    return this.places.size === 0;
  }

  /** Looks for the neighbours of a gap from now on, and fills them in. */
  wanted(gap: Gap): Gap {
    this.want(gap, 'before', BigInt(gap.from) - 1n);
    this.want(gap, 'after', BigInt(gap.to) + 1n);
    return gap;
  }

  /** Of several records with one number, the first one counts. */
  see({ id, number, scope, period }: Pick<ReadNumber, 'id' | 'number' | 'scope' | 'period'>): void {
    if (number === null || id === null) return;
    for (const { gap, side } of this.places.get(placeOf(scope, period, number)) ?? []) gap[side] ??= id;
  }

  private want(gap: Gap, side: Side, number: bigint): void {
    const place = placeOf(gap.scope, gap.period, number);
    this.places.set(place, [...(this.places.get(place) ?? []), { gap, side }]);
  }
}

function placeOf(scope: string, period: string, number: bigint): string {
  return JSON.stringify([scope, period, number.toString()]);
}
