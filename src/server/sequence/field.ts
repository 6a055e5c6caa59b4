import type { Collection, Model } from '@nocobase/database';
import { Field } from '@nocobase/database';
import type { Transactionable } from 'sequelize';
import { DataTypes } from 'sequelize';
import type { SequenceFieldLike } from './field-locator';
import { normaliseOptions } from './field-options';
import type { Guard } from './guard';
import type { Numbering } from './numbering';
import type { RawValues } from './path-values';
import { isBlank } from './text';
import { withAssociationKeys } from './association-keys';

/** What the platform passes to a hook beside the records. */
export interface WriteOptions extends Transactionable {
  /** Values of the write as they came in: at the top of a create, and in a nested one. */
  values?: RawValues;
  inputValues?: RawValues;
  context?: unknown;
  attributes?: Record<string, unknown>;
  where?: unknown;
  model?: { collection?: Collection };
}

/** What a sequence field works with; one set for each app. */
export interface FieldServices {
  numbering: Numbering;
  guard: Guard;
  /** Called with each write before its first number is drawn, see lock-order.ts. */
  beforeNumbering(collection: Collection, options: WriteOptions): Promise<void>;
}

/** Records that have their numbers: a bulk write with hooks for each row comes by twice. */
const numbered = new WeakSet<object>();

/** The field class of one app, in place of the built-in `sequence` type: same name, same options, same column. */
export function sequenceFieldClass(services: FieldServices): typeof Field {
  return class SequenceField extends Field {
    constructor(options?: Record<string, unknown>, context?: unknown) {
      super(normaliseOptions(options ?? {}), context as never);
    }

    get dataType(): unknown {
      return DataTypes.STRING;
    }

    private get self(): SequenceFieldLike {
      return this as unknown as SequenceFieldLike;
    }

    /** `allowNull: false` is checked before the number can be there, so the blank is held by a space until then. */
    private readonly beforeValidate = (record: Model): void => {
      const name = this.name as string;
      if (record.isNewRecord && this.options.allowNull === false && isBlank(record.get(name))) record.set(name, ' ');
    };

    /** The first field of the collection numbers all of them, so that their counters are locked in one order. */
    private readonly beforeCreate = async (record: Model, options: WriteOptions): Promise<void> => {
      if (numbered.has(record)) return;
      numbered.add(record);
      await services.beforeNumbering(this.collection, options);
      const raw = options.values ?? options.inputValues;
      await services.numbering.assign(
        this.collection,
        [record],
        Array.isArray(raw) ? undefined : raw,
        options.transaction,
      );
    };

    private readonly beforeBulkCreate = async (records: Model[], options: WriteOptions): Promise<void> => {
      const fresh = records.filter((record) => !numbered.has(record));
      if (fresh.length === 0) return;
      fresh.forEach((record) => numbered.add(record));
      await services.beforeNumbering(this.collection, options);
      await services.numbering.assign(this.collection, fresh, undefined, options.transaction);
    };

    private readonly beforeUpdate = (record: Model, options: WriteOptions): Promise<void> =>
      services.guard.checkUpdate(this.self, record, options);

    private readonly beforeBulkUpdate = (options: WriteOptions): Promise<void> =>
      services.guard.checkBulkUpdate(this.self, options);

    override bind(): void {
      super.bind();
      withAssociationKeys(this.database, this.collection);
      this.on('beforeValidate' as never, this.beforeValidate);
      this.on('beforeCreate' as never, this.beforeCreate);
      this.on('beforeBulkCreate' as never, this.beforeBulkCreate);
      this.on('beforeUpdate' as never, this.beforeUpdate);
      this.on('beforeBulkUpdate' as never, this.beforeBulkUpdate);
    }

    override unbind(): void {
      super.unbind();
      this.off('beforeValidate', this.beforeValidate);
      this.off('beforeCreate', this.beforeCreate);
      this.off('beforeBulkCreate', this.beforeBulkCreate);
      this.off('beforeUpdate', this.beforeUpdate);
      this.off('beforeBulkUpdate', this.beforeBulkUpdate);
    }
  } as unknown as typeof Field;
}
