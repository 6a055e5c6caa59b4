import { t } from '../../foundation/text-key';
import type { Model } from '@nocobase/database';
import { InvalidInput } from '../../foundation/errors';
import type { WriteOptions } from '../numbering/write-options';
import type { SequenceFieldLike } from './field-locator';
import type { FieldRules } from './field-rule';
import type { Numbering } from '../numbering/numbering';
import { isBlank } from '../pattern/text';

/** Keeps given numbers as they are, and tells the counters of numbers that people may change. */
export class Guard {
  constructor(
    private readonly rules: FieldRules,
    private readonly numbering: Numbering,
  ) {}

  /** An update of one record. @throws InvalidInput when it changes a number that nobody may type. */
  async checkUpdate(field: SequenceFieldLike, record: Model, options: WriteOptions): Promise<void> {
    if (!record.changed(field.name as never)) return;
    const before: unknown = record.previous(field.name as never);
    const after: unknown = record.get(field.name);
    if (before === after || (isBlank(before) && isBlank(after))) {
      record.set(field.name, before);
      return;
    }
    const rule = this.rules.of(field);
    if (!rule.inputable) throw readOnly(field.name);
    if (isBlank(after)) throw notEmptied(field.name);
    await this.numbering.accept(field, record, options.transaction);
  }

  /** An update of many records in one statement. A number in it that nobody may type is refused for all of them. */
  async checkBulkUpdate(field: SequenceFieldLike, options: WriteOptions): Promise<void> {
    const attributes = options.attributes;
    if (!attributes || !(field.name in attributes)) return;
    const value = attributes[field.name];
    const model = options.model?.collection?.model ?? field.collection.model;
    const records = await model.findAll({ where: options.where as never, transaction: options.transaction ?? null });
    const changed = records.filter((record) => !same(record.get(field.name as never), value));
    if (changed.length === 0) return;
    const rule = this.rules.of(field);
    if (!rule.inputable) throw readOnly(field.name);
    if (isBlank(value)) throw notEmptied(field.name);
    for (const record of changed) {
      record.set(field.name, value);
      await this.numbering.accept(field, record, options.transaction);
    }
  }
}

function same(before: unknown, after: unknown): boolean {
  return before === after || (isBlank(before) && isBlank(after));
}

function readOnly(field: string): InvalidInput {
  const message = t('The number in "{{field}}" is given by the system and cannot be changed.');
  return new InvalidInput([{ message, path: field, params: { field } }], 'SEQUENCE_READ_ONLY');
}

function notEmptied(field: string): InvalidInput {
  const message = t('The number in "{{field}}" cannot be emptied.');
  return new InvalidInput([{ message, path: field, params: { field } }], 'SEQUENCE_NOT_EMPTY');
}
