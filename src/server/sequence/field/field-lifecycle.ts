import { t } from '../../foundation/text-key';
import { randomInt } from 'node:crypto';
import type { Collection, Database, Model } from '@nocobase/database';
import type { Transactionable } from 'sequelize';
import { Conflict, InvalidInput } from '../../foundation/errors';
import type { Counters } from '../counters/counters';
import type { SequenceFieldLike } from './field-locator';
import { declaringCollection } from './field-locator';
import { normaliseOptions } from './field-options';
import type { FieldRules } from './field-rule';
import type { KeyKeeper } from './key-keeper';
import type { FieldChanges } from '../changes/field-changes';
import { RULES } from '../history/rule-history';
import type { RuleChange } from './rule-change';
import type { SaveTurn } from './save-turn';
import type { Pattern } from '../pattern/pattern';
import { compilePattern } from '../pattern/pattern';
import type { KnownFields } from '../pattern/segment-check';
import { dropUnique, syncIndexes } from './unique-index';
import { collectionFaults } from '../pattern/segment-check';
import type { SegmentRegistry } from '../pattern/segments/registry';

/** Counter keys come from this range, as the built-in field's do. */
const KEYS = 2 ** 16;

type FieldModel = Model & {
  options?: unknown;
  load(options: Transactionable): Promise<unknown>;
};

/** What the life of a field works with. */
export interface LifecycleParts {
  db: Database;
  segments: SegmentRegistry;
  rules: FieldRules;
  counters: Counters;
  keys: KeyKeeper;
  changes: FieldChanges;
  ruleChange: RuleChange;
  turn: SaveTurn;
}

/** Follows the life of sequence fields: checks them when saved, and lets their counters come, move and go with them. */
export class FieldLifecycle {
  private readonly db: Database;
  private readonly segments: SegmentRegistry;
  private readonly rules: FieldRules;
  private readonly counters: Counters;
  private readonly keys: KeyKeeper;
  private readonly changes: FieldChanges;
  private readonly ruleChange: RuleChange;
  private readonly turn: SaveTurn;

  constructor(parts: LifecycleParts) {
    ({ db: this.db, segments: this.segments, rules: this.rules, counters: this.counters } = parts);
    ({ keys: this.keys, changes: this.changes, ruleChange: this.ruleChange, turn: this.turn } = parts);
  }

  /** @throws InvalidInput with the path of each wrong option; nothing of the field is then saved. */
  async beforeSave(
    field: FieldModel,
    { transaction, context }: Transactionable & { context?: unknown },
  ): Promise<void> {
    if (field.get('type') !== 'sequence') {
      if (previous(field, 'type') === 'sequence') this.turn.follow(field, transaction);
      return;
    }
    await this.turn.begin(field, transaction);
    let pattern = await this.check(field, { transaction, context });
    if (await this.turn.settle(field, transaction)) pattern = await this.check(field, { transaction, context });

    const [collection, name] = [String(field.get('collectionName')), String(field.get('name'))];
    await this.moveRenamed(field, collection, name, transaction);
    await this.addHeads(this.ownerOf(collection, name), name, pattern, transaction);
    await this.catchUp(field, pattern, transaction);
  }

  private async check(
    field: FieldModel,
    { transaction, context }: Transactionable & { context?: unknown },
  ): Promise<Pattern> {
    await this.normalise(field, transaction);
    const compiled = compilePattern(field.get('patterns'), this.segments);
    if (!compiled.pattern) throw new InvalidInput(compiled.faults, 'SEQUENCE_PATTERN_INVALID');
    const faults = collectionFaults(this.db, compiled.pattern, this.known(field, context), field.get('timezone'));
    if (faults.length > 0) throw new InvalidInput(faults, 'SEQUENCE_PATTERN_INVALID');
    this.checkLargest(compiled.pattern);
    await this.refuseErrors(field, transaction);
    return compiled.pattern;
  }

  /** A field that a child has over its parent's counts with that one. */
  private ownerOf(collection: string, name: string): string {
    const known = this.db.getCollection(collection);
    return known ? declaringCollection(known, name) : collection;
  }

  /** The pattern whose keys a counter without one may take up: the field's own, or the one it is put over. */
  private patternsBefore(field: FieldModel): unknown {
    if (!field.isNewRecord) return previousOptions(field)?.patterns;
    const [collection, name] = [String(field.get('collectionName')), String(field.get('name'))];
    const owner = this.ownerOf(collection, name);
    const over = owner === collection ? undefined : (this.db.getCollection(owner).getField(name) as SequenceFieldLike);
    return over?.options.patterns;
  }

  private async catchUp(
    field: FieldModel,
    pattern: Pattern,
    transaction: Transactionable['transaction'],
  ): Promise<void> {
    const options = previousOptions(field);
    const before = compilePattern(options?.patterns, this.segments).pattern;
    const known = this.db.getCollection(String(field.get('collectionName')))?.getField(String(field.get('name')));
    if (!before || known?.type !== 'sequence') return;
    await this.ruleChange.catchUp(
      known,
      { pattern: before, timezone: options?.timezone },
      { pattern, timezone: field.get('timezone') },
      transaction,
    );
  }

  /**
   * A field that no longer counts leaves no counter behind for a later field of its name to go on with. One that becomes
   * unique, or no longer is, becomes so in the database: the platform sees to it for requests, and here it is made to for
   * saves by code.
   */
  async afterSave(field: FieldModel, { transaction, context }: Transactionable & { context?: unknown }): Promise<void> {
    if (field.isNewRecord || previous(field, 'type') !== 'sequence') return;
    if (field.get('type') !== 'sequence') return this.forget(field, transaction);
    const isUnique = field.get('unique') === true;
    if (isUnique !== (previousOptions(field)?.unique === true))
      await this.followUnique(field, { transaction, context });
  }

  private async followUnique(
    field: FieldModel,
    { transaction, context }: Transactionable & { context?: unknown },
  ): Promise<void> {
    const collection = this.db.getCollection(String(field.get('collectionName'))) as Collection | undefined;
    if (!collection) return;
    if (!context) {
      await field.load({ transaction });
      await syncIndexes(collection, transaction);
    }
    if (field.get('unique') !== true) await dropUnique(this.db, collection, String(field.get('name')), transaction);
  }

  /** Fields saved before the plugin was there may still be "required", or open for input in forms. */
  async normaliseStored(): Promise<void> {
    const fields = this.db.getRepository('fields');
    if (!fields) return;
    for (const field of (await fields.find({ filter: { type: 'sequence' } })) as FieldModel[]) {
      if (this.normaliseForForms(field)) await field.save({ hooks: false });
    }
  }

  private async forget(field: FieldModel, transaction: Transactionable['transaction']): Promise<void> {
    await this.counters.remove(
      { collection: String(field.get('collectionName')), field: String(field.get('name')) },
      transaction,
    );
  }

  private async normalise(field: FieldModel, transaction: Transactionable['transaction']): Promise<void> {
    const patterns: unknown = field.get('patterns');
    if (Array.isArray(patterns)) {
      const name = previous(field, 'name') ?? String(field.get('name'));
      const counted = { collection: this.ownerOf(String(field.get('collectionName')), name), field: name };
      const before = this.patternsBefore(field);
      const isLive = !field.isNewRecord || before !== undefined;
      const newKey = (): number => randomInt(KEYS);
      field.set(
        'patterns',
        await this.keys.restore({ patterns, before, field: isLive ? counted : null, newKey }, transaction),
      );
    }
    this.normaliseForForms(field);
  }

  /** What the editor's preview shows as an error refuses the save. */
  private async refuseErrors(field: FieldModel, transaction: Transactionable['transaction']): Promise<void> {
    const [collection, name] = [
      String(field.get('collectionName')),
      previous(field, 'name') ?? String(field.get('name')),
    ];
    const known = this.db.getCollection(collection)?.getField(name);
    const options = previousOptions(field);
    if (!options || known?.type !== 'sequence' || !compilePattern(options.patterns, this.segments).pattern) return;
    const owner = this.ownerOf(collection, name);
    const draft = Object.fromEntries(RULES.map((option) => [option, field.get(option) as unknown]));
    const faults = await this.changes.errors(
      this.rules.drafted(owner, name, options),
      this.rules.drafted(owner, name, draft),
      transaction,
    );
    if (faults.length > 0) throw new InvalidInput(faults, 'SEQUENCE_CHANGE_REFUSED');
  }

  private normaliseForForms(field: FieldModel): boolean {
    const names = ['validation', 'uiSchema', 'required', 'inputable'] as const;
    const now = Object.fromEntries(names.map((name) => [name, field.get(name) as unknown]));
    const wanted = normaliseOptions(now);
    const changed = names.filter((name) => wanted[name] !== now[name]);
    for (const name of changed) field.set(name, wanted[name]);
    return changed.length > 0;
  }

  /** Fields that exist, and those that the same request saves (a collection made with all its fields at once). */
  private known(field: FieldModel, context: unknown): KnownFields {
    const collection = this.db.getCollection(String(field.get('collectionName')));
    return { collection: collection ?? null, upcoming: upcomingFields(context) };
  }

  /** SQLite hands whole numbers to JavaScript as doubles in the platform's own reads. */
  private checkLargest(pattern: Pattern): void {
    if (!this.db.inDialect('sqlite')) return;
    const tooLong = pattern.parts.findIndex((part) => (part.rule?.digits ?? 0) > 15);
    if (tooLong === -1) return;
    const message = t('SQLite keeps numbers exact up to {{max}} digits.');
    throw new InvalidInput(
      [{ message, path: `patterns[${tooLong}].options.digits`, params: { max: 15 } }],
      'SEQUENCE_PATTERN_INVALID',
    );
  }

  private async moveRenamed(
    field: FieldModel,
    collection: string,
    name: string,
    transaction: Transactionable['transaction'],
  ): Promise<void> {
    const before = field.isNewRecord ? name : previous(field, 'name');
    if (!before || before === name) return;
    const taken = await this.counters.rows({ collection, field: name }, transaction);
    if (taken.length > 0) {
      throw new Conflict(t('There are counters of another field named "{{field}}" already.'), {
        code: 'SEQUENCE_NAME_TAKEN',
        params: { field: name },
      });
    }
    await this.counters.rename(collection, before, name, transaction);
  }

  /** The row that the built-in field would read is there from the beginning; it is opened by the first draw. */
  private async addHeads(
    collection: string,
    field: string,
    pattern: Pattern,
    transaction: Transactionable['transaction'],
  ): Promise<void> {
    for (const { rule } of pattern.counting) {
      const family = { collection, field, key: rule.key as number };
      if (await this.counters.head(family, transaction)) continue;
      await this.counters.add({ ...family, scope: '', period: '' }, { current: null, at: null }, transaction);
    }
  }
}

function previous(field: FieldModel, name: string): string | undefined {
  const value: unknown = field.previous(name as never);
  return typeof value === 'string' ? value : undefined;
}

/** Names of the fields in the values of the request that this save is part of; null when there is no such request. */
function upcomingFields(context: unknown): ReadonlySet<string> | null {
  const values = (context as { action?: { params?: { values?: { fields?: unknown } } } } | undefined)?.action?.params
    ?.values;
  if (!Array.isArray(values?.fields)) return null;
  return new Set(
    values.fields
      .flatMap((field: { name?: string; foreignKey?: string }) => [field?.name, field?.foreignKey])
      .filter(isText),
  );
}

function isText(value: string | undefined): value is string {
  return typeof value === 'string';
}

/** The options that a saved field had before this save. */
function previousOptions(field: FieldModel): { patterns?: unknown; timezone?: unknown; unique?: unknown } | undefined {
  return field.isNewRecord ? undefined : (field.previous('options' as never) as never);
}
