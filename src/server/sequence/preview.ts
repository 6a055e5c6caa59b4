import { t } from '../foundation/text-key';
import { randomInt } from 'node:crypto';
import type { Database } from '@nocobase/database';
import { clock } from '../foundation/clock';
import { InvalidInput } from '../foundation/errors';
import type { Counters } from './counters';
import { declaringCollection } from './field-locator';
import type { Pattern } from './pattern';
import { compilePattern } from './pattern';
import { periodOf } from './period';
import { toInstant } from './record-time';
import { collectionFaults } from './segment-check';
import type { SegmentRegistry } from './segments/registry';
import type { Warning } from './warnings';
import { patternWarnings } from './warnings';
import { appZone } from './zone';

export interface PreviewRequest {
  patterns: unknown;
  timezone?: unknown;
  /** With a saved field the preview goes on from its counters. */
  collection?: string;
  field?: string;
  /** The record time to show; now by default. */
  at?: unknown;
  count?: unknown;
}

const MOST = 20;

/** Shows the numbers a pattern gives next. Takes none. */
export class Preview {
  constructor(
    private readonly db: Database,
    private readonly segments: SegmentRegistry,
    private readonly counters: Counters,
  ) {}

  /** @throws InvalidInput with the path of each wrong option. */
  async run(request: PreviewRequest): Promise<{ values: string[]; warnings: Warning[] }> {
    const { pattern, zone } = this.check(request);
    const at = timeOf(request.at, zone);
    const next = await this.nextNumbers(pattern, request, at, zone);
    const values = Array.from({ length: countOf(request.count) }, (_, i) =>
      pattern.render(
        { at, zone, value: (path) => `‹${path}›`, instant: () => null, random: (limit) => randomInt(limit) },
        new Map([...next].map(([index, number]) => [index, number + BigInt(i)])),
      ),
    );
    return { values, warnings: patternWarnings(pattern) };
  }

  private check({ patterns, timezone, collection }: PreviewRequest): { pattern: Pattern; zone: string } {
    const compiled = compilePattern(patterns, this.segments);
    if (!compiled.pattern) throw new InvalidInput(compiled.faults, 'SEQUENCE_PATTERN_INVALID');
    const known = { collection: (collection && this.db.getCollection(collection)) || null, upcoming: null };
    const faults = collectionFaults(this.db, compiled.pattern, known, timezone);
    if (faults.length > 0) throw new InvalidInput(faults, 'SEQUENCE_PATTERN_INVALID');
    return { pattern: compiled.pattern, zone: typeof timezone === 'string' && timezone ? timezone : appZone() };
  }

  private async nextNumbers(
    pattern: Pattern,
    request: PreviewRequest,
    at: Date,
    zone: string,
  ): Promise<Map<number, bigint>> {
    const next = new Map<number, bigint>();
    for (const { index, rule } of pattern.counting) {
      next.set(index, rule.start);
      if (!request.collection || !request.field || rule.key === null) continue;
      const known = this.db.getCollection(request.collection);
      const owner = known ? declaringCollection(known, request.field) : request.collection;
      const family = { collection: owner, field: request.field, key: rule.key };
      const period = periodOf(at, rule.cycle, zone).key;
      const rows = (await this.counters.rows(family)).filter((row) => row.scope === '' && row.current !== null);
      const current =
        rows.find((row) => row.period === period) ??
        rows.find((row) => row.period === '' && sameCycle(row.lastGeneratedAt, period, rule.cycle, zone));
      if (current?.current !== null && current?.current !== undefined && current.current >= rule.start)
        next.set(index, current.current + 1n);
    }
    return next;
  }
}

/** Whether a counter taken over from the built-in field is still in the period. */
function sameCycle(last: Date | null, period: string, cycle: string | null, zone: string): boolean {
  return last !== null && periodOf(last, cycle, zone).key === period;
}

function timeOf(at: unknown, zone: string): Date {
  if (at === undefined || at === null || at === '') return clock.now();
  const time = toInstant(at, zone);
  if (!time) throw new InvalidInput([{ message: t('The time is not a date.'), path: 'at' }]);
  return time;
}

function countOf(count: unknown): number {
  if (count === undefined || count === null || count === '') return 3;
  const number = Number(count);
  if (Number.isInteger(number) && number >= 1 && number <= MOST) return number;
  throw new InvalidInput([
    {
      message: t('The value must be a whole number from {{min}} to {{max}}.'),
      path: 'count',
      params: { min: 1, max: MOST },
    },
  ]);
}
