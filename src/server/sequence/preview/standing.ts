import type { Database } from '@nocobase/database';
import type { CounterRow } from '../counters/counter';
import type { Counters } from '../counters/counters';
import type { DataMaximum } from '../repair/data-maximum';
import type { FieldRule } from '../field/field-rule';
import type { Pattern } from '../pattern/pattern';
import { SlowReads } from './slow-reads';
import type { NumberGroup, NumberGroups } from '../repair/number-reader';
import type { Opening, Openings } from '../counters/opening';
import { periodOfHead } from '../counters/opening';
import { periodOf } from '../pattern/period';
import { spanOf } from '../repair/repair';
import type { CounterRule } from '../pattern/segments/segment';

/** Where the counter of one part stands. */
export interface Stand {
  /** All stored counters of the part. */
  rows: CounterRow[];
  /** The number that a record made now would get. */
  next: bigint;
}

/** What a stand is asked for. */
export interface Asked {
  at: Date;
  /** Values of the scope fields; absent: those of the scope that was used last. */
  scope?: readonly unknown[];
  /** The field counts otherwise than its stored counters do: the data is to be asked, too. */
  recount?: boolean;
}

/** Tells the number that a counter gives next, under rules that are saved or not. Takes none and writes nothing. */
export class Standing {
  private readonly reads = new SlowReads();

  constructor(
    private readonly db: Database,
    private readonly counters: Counters,
    private readonly openings: Openings,
    private readonly data: DataMaximum,
  ) {}

  async of(rule: FieldRule, index: number, { at, scope, recount = false }: Asked): Promise<Stand> {
    const counting = rule.pattern.parts[index]?.rule as CounterRule;
    const rows = await this.counters.rows({ collection: rule.owner, field: rule.field, key: counting.key as number });
    if (counting.scope.length > 0 && !scope) {
      return { rows, next: await this.ofLastScope(rule, index, rows, { at, recount }) };
    }
    const opening = this.openings.plan(rule, index, at, scope ?? []);
    const isOpen = rows.some((row) => isRowOf(row, opening) && row.current !== null);
    const floor = isOpen && !recount ? null : await this.floor(opening);
    return { rows, next: nextNumber(rows, opening, floor) };
  }

  private floor(opening: Opening): Promise<bigint> {
    const { counter, rule, span } = opening;
    const asked = [counter, rule, span.values, span.zone, shapeIn(span.pattern)];
    return this.reads.get(asked, () => this.openings.floor(opening, null));
  }

  private groups(rule: FieldRule, index: number): Promise<NumberGroups> {
    const asked = [rule.owner, rule.field, index, rule.zone, shapeIn(rule.pattern)];
    return this.reads.get(asked, () => this.data.groups(spanOf(this.db, rule, index), null));
  }

  private async ofLastScope(
    rule: FieldRule,
    index: number,
    rows: CounterRow[],
    { at, recount }: { at: Date; recount: boolean },
  ): Promise<bigint> {
    const { start, cycle } = rule.pattern.parts[index]?.rule as CounterRule;
    const period = periodOf(at, cycle, rule.zone).key;
    const stored = rows.filter((row) => row.scope !== '' && row.period === period && row.current !== null);
    const last = latest(stored, (row) => row.lastGeneratedAt);
    if (last && !recount) return after(last.current, start);
    const { groups } = await this.groups(rule, index);
    const inData = latest(
      groups.filter((group) => group.period === period),
      (group: NumberGroup) => group.latest,
    );
    const known = stored.find((row) => row.scope === inData?.scope)?.current ?? null;
    return after(larger(known, inData?.largest ?? null), start);
  }
}

/** What the next draw at a counter gives, as opening.ts and the draw itself decide it. Pure. */
export function nextNumber(rows: CounterRow[], opening: Opening, floor: bigint | null): bigint {
  const { counter, rule } = opening;
  let current = larger(rows.find((row) => isRowOf(row, opening))?.current ?? null, floor);
  const head = rows.find((row) => row.scope === '');
  if (counter.scope === '' && head) {
    if (rule.cycle === null || periodOfHead(head, opening) === counter.period) current = larger(current, head.current);
  }
  return after(current, rule.start);
}

/** All that decides what is read out of a number. */
function shapeIn({ parts }: Pattern): unknown {
  return parts.map(({ segment, options }) => [segment.type, options]);
}

function isRowOf({ scope, period }: CounterRow, { counter }: Opening): boolean {
  return scope === counter.scope && period === counter.period;
}

function after(current: bigint | null, start: bigint): bigint {
  return current !== null && current >= start ? current + 1n : start;
}

function larger(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function latest<Item>(items: Item[], timeOf: (item: Item) => Date | null): Item | undefined {
  const time = (item: Item): number => timeOf(item)?.getTime() ?? 0;
  return items.reduce<Item | undefined>((best, item) => (best && time(best) >= time(item) ? best : item), undefined);
}
