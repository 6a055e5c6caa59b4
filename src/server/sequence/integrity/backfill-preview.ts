import { randomInt } from 'node:crypto';
import type { Model } from '@nocobase/database';
import { clock } from '../../foundation/clock';
import type { Backfill } from './backfill';
import { counterId } from '../counters/counter';
import type { FieldRule } from '../field/field-rule';
import type { Openings } from '../counters/opening';
import type { PathValues } from '../numbering/path-values';
import { textsOrNull } from '../preview/sample';
import type { Standing } from '../preview/standing';
import { recordTime, toInstant } from '../numbering/record-time';

const SHOWN = 20;

/** What a backfill would do: how many records have no number, and what the first of them would get. */
export interface BackfillSample {
  total: number;
  /** Random parts come out otherwise in the end. `value`: null where the digits are used up. */
  sample: Array<{ id: string | number; value: string | null }>;
}

/** Shows the numbers that a backfill would give. Writes nothing. */
export class BackfillPreview {
  constructor(
    private readonly backfill: Backfill,
    private readonly parts: { paths: PathValues; openings: Openings; standing: Standing },
  ) {}

  /** @throws NotFound, Conflict as the backfill itself. */
  async run(collection: string, field: string): Promise<BackfillSample> {
    const { rule, key } = this.backfill.target(collection, field);
    const next = new Map<string, bigint>();
    const sample: BackfillSample['sample'] = [];
    for (const record of await this.backfill.firstBlank(collection, field, SHOWN)) {
      const value = await this.numberOf(rule, record, next);
      sample.push({ id: record.get(key as never) as string | number, value });
    }
    return { total: await this.backfill.size(collection, field), sample };
  }

  /** `next`: the numbers to come of the counters that were met so far. */
  private async numberOf(rule: FieldRule, record: Model, next: Map<string, bigint>): Promise<string | null> {
    const { pattern, zone } = rule;
    const values = new Map<string, unknown>();
    for (const path of pattern.paths) values.set(path, await this.parts.paths.read(record, undefined, path, null));
    const at = recordTime(record, pattern.dateField, zone, clock.now());
    const numbers = new Map<number, bigint>();
    for (const { index, rule: counter } of pattern.counting) {
      const scope = counter.scope.map((path) => values.get(path));
      const id = counterId(this.parts.openings.plan(rule, index, at, scope).counter);
      const number = next.get(id) ?? (await this.parts.standing.of(rule, index, { at, scope })).next;
      next.set(id, number + 1n);
      numbers.set(index, number);
    }
    const context = {
      at,
      zone,
      value: (path: string) => values.get(path),
      instant: (name: string) => toInstant(record.get(name as never), zone),
      random: (limit: number) => randomInt(limit),
    };
    return textsOrNull(pattern, context, numbers)?.join('') ?? null;
  }
}
