import type { Snapshots } from '../../foundation/snapshots';
import type { Within } from '../counters/counters';
import { busy } from '../counters/counter-errors';
import type { NumberGroup, NumberGroups, NumberReader, Progress, Span } from './number-reader';

/** Reads with another reader both what a transaction sees and what others have committed since it began to read. */
export class CommittedNumbers implements NumberReader {
  constructor(
    private readonly reader: NumberReader,
    private readonly snapshots: Snapshots,
  ) {}

  serves(span: Span): boolean {
    return this.reader.serves(span);
  }

  async largest(span: Span, within: Within): Promise<bigint | null> {
    const seen = await this.reader.largest(span, within);
    const committed = await this.outside(within, (transaction) => this.reader.largest(span, transaction));
    return seen === null || (committed !== null && committed > seen) ? committed : seen;
  }

  async groups(span: Span, within: Within, progress?: Progress): Promise<NumberGroups> {
    const seen = await this.reader.groups(span, within, progress);
    const committed = await this.outside(within, (transaction) => this.reader.groups(span, transaction));
    return committed ? { ...committed, groups: together(seen.groups, committed.groups) } : seen;
  }

  private outside<Found>(within: Within, read: (transaction: Within) => Promise<Found>): Promise<Found | null> {
    return busy(() => this.snapshots.outside(within, read));
  }
}

/** Each group once, with the higher of its numbers and the later of its times. Pure. */
export function together(a: NumberGroup[], b: NumberGroup[]): NumberGroup[] {
  const found = new Map<string, NumberGroup>();
  for (const group of [...a, ...b]) {
    const id = JSON.stringify([group.scope, group.period]);
    const known = found.get(id);
    if (!known) found.set(id, group);
    else
      found.set(id, {
        ...known,
        largest: group.largest > known.largest ? group.largest : known.largest,
        latest: later(known.latest, group.latest),
      });
  }
  return [...found.values()];
}

function later(a: Date | null, b: Date | null): Date | null {
  return a === null || (b !== null && b > a) ? b : a;
}
