import { t } from '../../foundation/text-key';
import type { Database } from '@nocobase/database';
import type { FieldChanges } from '../changes/field-changes';
import type { LiveChange, NextNumbers } from '../changes/live-changes';
import { nextChanges } from '../changes/live-changes';
import type { DuplicateValues } from '../integrity/duplicates';
import type { FieldRule } from '../field/field-rule';
import { periodOf } from '../pattern/period';
import { countsBy } from '../field/rule-change';
import type { Warning } from '../pattern/warnings';
import { patternWarnings } from '../pattern/warnings';
import type { Capacity } from './capacity';
import { capacityOf } from './capacity';
import type { Draft, Drafts } from './draft';
import type { Overflow } from './outlook';
import { afterReset, chanceOf, otherScope, overflowsOf } from './outlook';
import type { PreviewRequest } from './request';
import { countOf, timeOf } from './request';
import type { PartResets } from './resets';
import { resetsOf, soonestReset } from './resets';
import type { Numbers } from './sample';
import { sample, sampleTexts } from './sample';
import type { Stand, Standing } from './standing';

/** What a pattern gives next, and what would come of saving it. Texts of the numbers are of no record. */
export interface PreviewAnswer {
  values: string[];
  warnings: Warning[];
  zone: string;
  parts: Array<{ index: number; text: string }>;
  resets: PartResets[];
  afterReset: { value: string; at: Date } | null;
  overflow: Overflow[];
  otherScope: { value: string } | null;
  capacity: Array<Capacity & { index: number }>;
  chance: ReturnType<typeof chanceOf>;
  saved: { next: string | null } | null;
  changes: LiveChange[];
}

/** What the preview reads with. */
export interface PreviewParts {
  db: Database;
  drafts: Drafts;
  standing: Standing;
  changes: FieldChanges;
  duplicates: DuplicateValues;
}

/** Shows the numbers that rules give next. Takes none and writes nothing. */
export class Preview {
  private readonly db: Database;
  private readonly drafts: Drafts;
  private readonly standing: Standing;
  private readonly changes: FieldChanges;
  private readonly duplicates: DuplicateValues;

  constructor(parts: PreviewParts) {
    ({ db: this.db, drafts: this.drafts, standing: this.standing } = parts);
    ({ changes: this.changes, duplicates: this.duplicates } = parts);
  }

  /** @throws InvalidInput with the path of each wrong option. */
  async run(request: PreviewRequest): Promise<PreviewAnswer> {
    const count = countOf(request.count);
    const draft = await this.drafts.read(request);
    const { rule } = draft;
    const { pattern, zone } = rule;
    const at = timeOf(request.at, zone);
    const moment = { at, zone };
    const stands = await this.stands(draft, at);
    const next = numbersOf(stands);
    const texts = shown(rule, { at, next, count });
    const resets = resetsOf(pattern, zone, at);
    const soonest = soonestReset(resets);
    return {
      values: texts.map((parts) => parts.join('')),
      warnings: [...patternWarnings(pattern), ...exhausted(rule, texts.length, count)],
      zone,
      parts: (texts[0] ?? []).map((text, index) => ({ index, text })),
      resets,
      afterReset: afterReset(pattern, resets, next, {
        zone,
        opened: soonest ? openedAhead(rule, stands, soonest) : new Map(),
      }),
      overflow: overflowsOf(pattern, moment, next),
      otherScope: otherScope(pattern, moment, next),
      capacity: [...stands].map(([index, stand]) => ({ index, ...this.capacity(rule, index, stand, at) })),
      chance: pattern.hasChance ? chanceOf(pattern, await this.records(draft)) : null,
      ...(await this.beside(draft, at, { next, values: texts.map((parts) => parts.join('')) })),
    };
  }

  /** Where the counters of the drafted rules would stand once they are saved. */
  private async stands({ rule, saved, isStored }: Draft, at: Date): Promise<Map<number, Stand>> {
    const before = new Map(
      saved?.pattern.counting.map((part) => [
        part.rule.key,
        countsBy({ pattern: saved.pattern, timezone: saved.zone }, part.rule),
      ]),
    );
    const stands = new Map<number, Stand>();
    for (const { index, rule: counter } of rule.pattern.counting) {
      const recount =
        before.has(counter.key) &&
        before.get(counter.key) !== countsBy({ pattern: rule.pattern, timezone: rule.zone }, counter);
      stands.set(
        index,
        isStored ? await this.standing.of(rule, index, { at, recount }) : { rows: [], next: counter.start },
      );
    }
    return stands;
  }

  /** What the saved rules give next, and what it means to put the drafted ones in their place. */
  private async beside(
    { rule, saved, isStored }: Draft,
    at: Date,
    draft: { next: Numbers; values: string[] },
  ): Promise<Pick<PreviewAnswer, 'saved' | 'changes'>> {
    if (!isStored) return { saved: null, changes: [] };
    if (!saved) return { saved: { next: null }, changes: [] };
    const stands = await this.stands({ rule: saved, saved, isStored }, at);
    const next = numbersOf(stands);
    const text = sample(saved.pattern, { at, zone: saved.zone }, next);
    const taken = repeats(rule) ? await this.duplicates.taken(rule.owner, rule.field, draft.values) : [];
    const changes = [
      ...(await this.changes.all(saved, rule)),
      ...nextChanges(
        [saved, rule],
        [byKey(saved, next, text), byKey(rule, draft.next, draft.values[0] ?? null)],
        taken,
      ),
    ];
    return { saved: { next: text }, changes };
  }

  private capacity(rule: FieldRule, index: number, { rows, next }: Stand, at: Date): Capacity {
    const counter = rule.pattern.counting.find((part) => part.index === index)?.rule as NonNullable<
      FieldRule['pattern']['parts'][number]['rule']
    >;
    return capacityOf(counter, next, periodOf(at, counter.cycle, rule.zone).key, rows);
  }

  private async records({ rule, isStored }: Draft): Promise<number> {
    return isStored ? this.db.getCollection(rule.owner).model.count() : 0;
  }
}

/** The texts of the next numbers; they end where a part refuses to go on. */
function shown({ pattern, zone }: FieldRule, { at, next, count }: { at: Date; next: Numbers; count: number }) {
  const texts: string[][] = [];
  for (let i = 0; i < count; i++) {
    const numbers = new Map([...next].map(([index, number]) => [index, number + BigInt(i)]));
    const parts = sampleTexts(pattern, { at, zone }, numbers);
    if (!parts) break;
    texts.push(parts);
  }
  return texts;
}

function exhausted({ pattern }: FieldRule, made: number, count: number): Warning[] {
  const strict = pattern.counting.find(({ rule }) => rule.overflow === 'error');
  if (made === count || !strict) return [];
  const message = t('All numbers with {{digits}} digits are used up. Raise the digits of the field to go on.');
  const path = `patterns[${strict.index}].options.digits`;
  return [{ code: 'EXHAUSTED', message, path, params: { digits: strict.rule.digits } }];
}

/** Counters of a period to come that records of later dates have opened already. */
function openedAhead({ pattern, zone }: FieldRule, stands: Map<number, Stand>, at: Date): Numbers {
  const opened = new Map<number, bigint>();
  for (const { index, rule } of pattern.counting) {
    const period = periodOf(at, rule.cycle, zone).key;
    const row = stands.get(index)?.rows.find((found) => found.scope === '' && found.period === period);
    if (row?.current !== undefined && row.current !== null && row.current >= rule.start)
      opened.set(index, row.current + 1n);
  }
  return opened;
}

function numbersOf(stands: Map<number, Stand>): Map<number, bigint> {
  return new Map([...stands].map(([index, { next }]) => [index, next]));
}

function byKey({ pattern }: FieldRule, next: Numbers, text: string | null): NextNumbers {
  return {
    text,
    numbers: new Map(pattern.counting.map(({ index, rule }) => [rule.key as number, next.get(index) ?? rule.start])),
  };
}

/** In a field that counts by scope, the same number of another scope is no repetition, unless the field is unique. */
function repeats({ pattern, unique }: FieldRule): boolean {
  return (unique || pattern.counting.every(({ rule }) => rule.scope.length === 0)) && !pattern.hasChance;
}
