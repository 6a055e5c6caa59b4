import { t } from '../../foundation/text-key';
import { randomInt } from 'node:crypto';
import type { Collection, Model } from '@nocobase/database';
import { clock } from '../../foundation/clock';
import { TRY_AGAIN } from '../../foundation/database-error';
import { Busy, InvalidInput } from '../../foundation/errors';
import type { Counters, Within } from '../counters/counters';
import type { SequenceFieldLike } from '../field/field-locator';
import { sequenceFields } from '../field/field-locator';
import type { FieldRule, FieldRules } from '../field/field-rule';
import type { Given, Wish } from './numbering-plan';
import { queues, steps, wishId } from './numbering-plan';
import type { Openings } from '../counters/opening';
import type { PathValues, RawValues } from './path-values';
import type { Probe } from './probe';
import { recordTime, toInstant } from './record-time';
import { LONGEST_NUMBER, characters, isBlank, isStorable } from '../pattern/text';
import { rememberTyped } from './typed-numbers';

/** One number of a write with everything it depends on, read once. */
interface Prepared {
  /** Place of the record in the write. */
  index: number;
  record: Model;
  rule: FieldRule;
  at: Date;
  values: Map<string, unknown>;
  /** The number that was typed or imported; null: one is to be given. */
  given: string | null;
}

/** What numbering works with. */
export interface NumberingParts {
  rules: FieldRules;
  counters: Counters;
  openings: Openings;
  paths: PathValues;
  probe: Probe;
}

/**
 * Gives records their numbers. All counters of a write are drawn in one fixed order, each in the fewest statements, in
 * the record's own transaction.
 */
export class Numbering {
  constructor(private readonly parts: NumberingParts) {}

  /** Numbers records that are about to be inserted, in their order. `raw`: what the write of a single record was given. */
  async assign(collection: Collection, records: Model[], raw: RawValues, within: Within): Promise<void> {
    stampTime(collection, records);
    await this.number(sequenceFields(collection), records, raw, within);
  }

  /** Numbers one field of records that are stored already; the caller stores the numbers. */
  async assignOnly(collection: Collection, field: string, records: Model[], within: Within): Promise<void> {
    const fields = sequenceFields(collection).filter((found) => found.name === field);
    await this.number(fields, records, undefined, within);
  }

  private async number(fields: SequenceFieldLike[], records: Model[], raw: RawValues, within: Within): Promise<void> {
    const prepared: Prepared[] = [];
    for (const field of fields) {
      const rule = this.parts.rules.of(field);
      for (const [index, record] of records.entries())
        prepared.push(await this.prepare(rule, record, { raw, index }, within));
    }
    const given = await this.serve(this.wishes(prepared), within);
    fields.forEach(checkUnchanged);
    const written = new Set<string>();
    for (const entry of prepared) {
      if (entry.given === null)
        setValue(
          entry.record,
          entry.rule.field,
          checkText(entry.rule.field, await this.text(entry, given, written, within)),
        );
    }
  }

  /** Raises the counters of a record whose number was changed from outside. */
  async accept(field: SequenceFieldLike, record: Model, within: Within): Promise<void> {
    const prepared = await this.prepare(this.parts.rules.of(field), record, { raw: undefined, index: 0 }, within);
    await this.serve(this.wishes([prepared]), within);
  }

  private async prepare(
    rule: FieldRule,
    record: Model,
    { raw, index }: { raw: RawValues; index: number },
    within: Within,
  ): Promise<Prepared> {
    const values = new Map<string, unknown>();
    for (const path of rule.pattern.paths) values.set(path, await this.parts.paths.read(record, raw, path, within));
    const at = recordTime(record, rule.pattern.dateField, rule.zone, clock.now());
    const current = valueOf(record, rule.field);
    const given = rule.inputable && !isBlank(current) ? String(current) : null;
    if (given !== null) {
      checkText(rule.field, given);
      checkShape(rule, given);
      rememberTyped(record, rule.field);
    }
    return { index, record, rule, at, values, given };
  }

  private wishes(prepared: Prepared[]): Wish[] {
    return prepared.flatMap(({ index, rule, at, values, given }) => {
      const read = given === null ? null : rule.pattern.read(given);
      if (given !== null && !read) return [];
      return rule.pattern.counting.map((counting) => ({
        record: index,
        part: counting.index,
        rule,
        opening: this.parts.openings.plan(
          rule,
          counting.index,
          at,
          counting.rule.scope.map((path) => values.get(path)),
        ),
        given: read?.get(counting.index),
      }));
    });
  }

  private async serve(wishes: Wish[], within: Within): Promise<Given> {
    const given: Given = new Map();
    for (const queue of queues(wishes)) {
      let reached: bigint | null = null;
      for (const step of steps(queue.wishes, () => reached)) {
        if ('draw' in step) {
          const first = await this.draw(step.draw, within);
          step.draw.forEach((wish, i) => given.set(wishId(wish.record, wish.rule, wish.part), first + BigInt(i)));
          reached = first + BigInt(step.draw.length) - 1n;
        } else {
          await this.raise(queue.wishes[0], step.to, step.at, within);
          reached = step.to;
        }
      }
    }
    return given;
  }

  /** Draws; a counter that is not there is opened and drawn again, as is one that another writer just turned. */
  private async draw(run: Wish[], within: Within): Promise<bigint> {
    const { opening } = run[0];
    const at = run[run.length - 1].opening.at;
    for (let attempt = 0; attempt < 4; attempt++) {
      const first = await this.parts.counters.draw(
        opening.counter,
        run.length,
        { start: opening.rule.start, at },
        within,
      );
      if (first !== null) return first;
      await this.parts.openings.open(opening, within);
    }
    throw new Busy();
  }

  private async raise({ opening }: Wish, to: bigint, at: Date, within: Within): Promise<void> {
    // A number that changes nothing at its counter holds nothing there, and another rule may count it.
    if (within) await this.parts.counters.holdRules(opening.counter, within);
    const [row] = await this.parts.counters.rows(opening.counter, within);
    if (!row || row.current === null) await this.parts.openings.open(opening, within);
    await this.parts.counters.raise(opening.counter, to, at, within);
  }

  private async text(entry: Prepared, given: Given, written: Set<string>, within: Within): Promise<string> {
    const { index, record, rule, at, values } = entry;
    const numbers = new Map(
      rule.pattern.counting.map(({ index: part }) => [part, given.get(wishId(index, rule, part)) as bigint]),
    );
    const write = (): string =>
      rule.pattern.render(
        {
          at,
          zone: rule.zone,
          value: (path) => values.get(path),
          instant: (field) => toInstant(valueOf(record, field), rule.zone),
          random: (limit) => randomInt(limit),
        },
        numbers,
      );
    if (!rule.unique || !rule.pattern.hasChance || numbers.size > 0) return write();
    return this.parts.probe.free(rule, write, written, within);
  }
}

/** Told before the database has to, whose words say nothing to a person. */
function checkText(field: string, text: string): string {
  if (characters(text) > LONGEST_NUMBER) {
    const message = t('The number in "{{field}}" does not fit into {{max}} characters.');
    throw new InvalidInput([{ message, path: field, params: { field, max: LONGEST_NUMBER } }], 'SEQUENCE_TOO_LONG');
  }
  if (isStorable(text)) return text;
  throw new InvalidInput([{ message: t('The text holds characters that a database cannot keep.'), path: field }]);
}

/** A field that was changed while its counter was waited for counts otherwise by now: the save has to begin anew. */
function checkUnchanged(field: SequenceFieldLike): void {
  const now = field.collection.getField(field.name) as SequenceFieldLike | undefined;
  if (now === field) return;
  const counting = ({ type, options }: SequenceFieldLike): string =>
    JSON.stringify([type, options.patterns, options.timezone ?? null]);
  if (!now || counting(now) !== counting(field)) throw new Busy({ code: TRY_AGAIN });
}

/** A bulk write sets createdAt later; the time decides the period, so the one used here must be the one stored. */
function stampTime(collection: Collection, records: Model[]): void {
  if (!('createdAt' in collection.model.rawAttributes)) return;
  const now = clock.now();
  for (const record of records) {
    if (isBlank(valueOf(record, 'createdAt'))) record.set('createdAt', now, { raw: true });
  }
}

function checkShape(rule: FieldRule, given: string): void {
  if (!rule.match || rule.pattern.matches(given)) return;
  throw new InvalidInput(
    [
      {
        message: t('The value "{{value}}" of "{{field}}" does not have the shape of its numbers.'),
        path: rule.field,
        params: { value: given, field: rule.field },
      },
    ],
    'SEQUENCE_SHAPE',
  );
}

function valueOf(record: Model, field: string): unknown {
  return record.get(field);
}

function setValue(record: Model, field: string, value: string): void {
  record.set(field, value);
}
