import type { Model } from '@nocobase/database';
import { Field } from '@nocobase/database';
import { DataTypes } from 'sequelize';
import { withAssociationKeys } from '../numbering/association-keys';
import type { SequenceFieldLike } from './field-locator';
import { normaliseOptions } from './field-options';
import type { Guard } from './guard';
import { isBlank } from '../pattern/text';
import type { WriteOptions } from '../numbering/write-options';

type Hook = [event: string, listener: (...args: never[]) => unknown];

/**
 * The field class of one app, in place of the built-in `sequence` type: same name, same options, same column. Numbers are
 * given by creation.ts; the field itself guards those that are given.
 */
export function sequenceFieldClass(guard: Guard): typeof Field {
  return class SequenceField extends Field {
    private readonly hooks = hooksOf(this, guard);

    constructor(options?: Record<string, unknown>, context?: unknown) {
      super(normaliseOptions(options ?? {}), context as never);
    }

    get dataType(): unknown {
      return DataTypes.STRING;
    }

    override bind(): void {
      super.bind();
      withAssociationKeys(this.database, this.collection);
      for (const [event, listener] of this.hooks) this.on(event as never, listener as never);
    }

    override unbind(): void {
      super.unbind();
      for (const [event, listener] of this.hooks) this.off(event, listener as never);
    }
  };
}

/** What a field does at the writes of its collection. */
function hooksOf(field: SequenceFieldLike, guard: Guard): Hook[] {
  return [
    ['beforeValidate', (record: Model) => holdBlank(field, record)],
    ['beforeUpdate', (record: Model, options: WriteOptions) => guard.checkUpdate(field, record, options)],
    ['beforeBulkUpdate', (options: WriteOptions) => guard.checkBulkUpdate(field, options)],
  ];
}

/** `allowNull: false` is checked before the number can be there, so the blank is held by a space until then. */
function holdBlank({ name, options }: SequenceFieldLike, record: Model): void {
  if (record.isNewRecord && options.allowNull === false && isBlank(record.get(name))) record.set(name, ' ');
}
