import type { Collection, Model } from '@nocobase/database';
import { Field } from '@nocobase/database';
import { DataTypes } from 'sequelize';
import type { SequenceFieldLike } from './field-locator';
import { normaliseOptions } from './field-options';
import type { Guard } from './guard';
import type { Numbering } from './numbering';
import type { RawValues } from './path-values';
import { isBlank } from './text';
import type { WriteOptions } from './write-options';
import { withAssociationKeys } from './association-keys';

/** What a sequence field works with; one set for each app. */
export interface FieldServices {
  numbering: Numbering;
  guard: Guard;
  /** Called with each write before its first number is drawn, see lock-order.ts. */
  beforeNumbering(collection: Collection, options: WriteOptions): Promise<void>;
}

/** Records that have their numbers: a bulk write with hooks for each row comes by twice. */
const numbered = new WeakSet<object>();

type Hook = [event: string, listener: (...args: never[]) => unknown];

/** The field class of one app, in place of the built-in `sequence` type: same name, same options, same column. */
export function sequenceFieldClass(services: FieldServices): typeof Field {
  return class SequenceField extends Field {
    private readonly hooks = hooksOf(this, services);

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
function hooksOf(field: SequenceFieldLike, services: FieldServices): Hook[] {
  /** The first field of a collection numbers all of them, so that their counters are locked in one order. */
  const number = async (records: Model[], raw: RawValues, options: WriteOptions): Promise<void> => {
    const fresh = records.filter((record) => !numbered.has(record));
    if (fresh.length === 0) return;
    fresh.forEach((record) => numbered.add(record));
    await services.beforeNumbering(field.collection, options);
    await services.numbering.assign(field.collection, fresh, raw, options.transaction);
  };
  return [
    ['beforeValidate', (record: Model) => holdBlank(field, record)],
    ['beforeCreate', (record: Model, options: WriteOptions) => number([record], rawValues(options), options)],
    ['beforeBulkCreate', (records: Model[], options: WriteOptions) => number(records, undefined, options)],
    ['beforeUpdate', (record: Model, options: WriteOptions) => services.guard.checkUpdate(field, record, options)],
    ['beforeBulkUpdate', (options: WriteOptions) => services.guard.checkBulkUpdate(field, options)],
  ];
}

/** `allowNull: false` is checked before the number can be there, so the blank is held by a space until then. */
function holdBlank({ name, options }: SequenceFieldLike, record: Model): void {
  if (record.isNewRecord && options.allowNull === false && isBlank(record.get(name))) record.set(name, ' ');
}

/** What the write of one record was given; a write of several keeps its values elsewhere. */
function rawValues({ values, inputValues }: WriteOptions): RawValues {
  const raw = values ?? inputValues;
  return Array.isArray(raw) ? undefined : raw;
}
