import type { Model } from '@nocobase/database';
import type { Transactionable } from 'sequelize';
import { clock } from '../../foundation/clock';
import { actorOf } from '../../foundation/actor';
import type { ChangeLog } from './change-log';
import { compilePattern } from '../pattern/pattern';
import { sample } from '../preview/sample';
import type { SegmentRegistry } from '../pattern/segments/registry';
import { zoneOf } from '../pattern/zone';

type Options = Record<string, unknown>;
type SaveOptions = Transactionable & { context?: unknown };

/** The options that say how a field numbers. */
export const RULES = ['patterns', 'timezone', 'unique', 'inputable', 'match'] as const;

/** Notes who changed how a field numbers, in the transaction of its save. */
export class RuleHistory {
  constructor(
    private readonly segments: SegmentRegistry,
    private readonly log: ChangeLog,
  ) {}

  async afterCreate(field: Model, options: SaveOptions): Promise<void> {
    if (field.get('type') === 'sequence') await this.note(field, null, options);
  }

  async afterUpdate(field: Model, options: SaveOptions): Promise<void> {
    if (field.get('type') !== 'sequence') return;
    await this.note(field, (field.previous('options' as never) as Options | undefined) ?? {}, options);
  }

  private async note(field: Model, before: Options | null, { transaction, context }: SaveOptions): Promise<void> {
    const after = Object.fromEntries(RULES.map((name) => [name, field.get(name) as unknown]));
    const changed = changedRules(before ?? {}, after);
    if (changed.length === 0) return;
    const pick = (from: Options): Options => Object.fromEntries(changed.map((name) => [name, plain(from[name])]));
    await this.log.add(
      {
        action: 'rules',
        collection: String(field.get('collectionName')),
        field: String(field.get('name')),
        from: before && this.firstNumber(before),
        to: this.firstNumber(after),
        detail: { before: before && pick(before), after: pick(after) },
      },
      actorOf(context),
      transaction,
    );
  }

  /** A number as the rules write it, with the first number of each counter. */
  private firstNumber({ patterns, timezone }: Options): string | null {
    const { pattern } = compilePattern(patterns, this.segments);
    if (!pattern) return null;
    const first = new Map(pattern.counting.map(({ index, rule }) => [index, rule.start]));
    return sample(pattern, { at: clock.now(), zone: zoneOf(timezone) }, first);
  }
}

/** The options that differ; one that is left out is the same as one that is off. Pure. */
export function changedRules(before: Options, after: Options): Array<(typeof RULES)[number]> {
  return RULES.filter((name) => JSON.stringify(plain(before[name])) !== JSON.stringify(plain(after[name])));
}

function plain(value: unknown): unknown {
  return value === undefined || value === false || value === '' ? null : value;
}
