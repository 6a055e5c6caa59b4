import type { Collection, Database, Model } from '@nocobase/database';
import type { WhereOptions } from 'sequelize';
import { QueryTypes } from 'sequelize';
import type { Capture, Write } from './capture';
import { modelOf } from './capture';
import type { Image, Images } from './images';
import { isCounted, withoutDeleted } from './images';
import { clashing } from './clashing';
import { recordIdOf } from './record-key';

interface BulkWrite extends Write {
  model?: unknown;
  where?: WhereOptions;
  individualHooks?: boolean;
  ignoreDuplicates?: boolean;
  updateOnDuplicate?: string[];
}

interface Before {
  images: Images;
  /** Finds the rows that the write may have met or made. */
  clashes?: WhereOptions | null;
}

/** Records written many at once: one read before, one after, one statement with all events. */
export class BulkWrites {
  /** How the records of a write under way stood; the platform hands the same options to the hooks before and after. */
  private readonly before = new WeakMap<object, Before>();
  /** Deletions whose records come by one by one as well. */
  private readonly deletions = new WeakSet<object>();

  constructor(
    private readonly db: Database,
    private readonly capture: Capture,
  ) {}

  /** Does the record that a hook is called for belong to a write that is told as a whole? */
  readonly isInBulk = (options: object): boolean => this.deletions.has(options);

  listen(): void {
    this.db.on('beforeBulkCreate', (records: Model[], options: BulkWrite) => this.beforeCreate(records, options));
    this.db.on('afterBulkCreate', (records: Model[], options: BulkWrite) => this.afterCreate(records, options));
    this.db.on('beforeBulkUpdate', (options: BulkWrite) => this.beforeUpdate(options));
    this.db.on('afterBulkUpdate', (options: BulkWrite) => this.afterChange(options));
    this.db.on('beforeBulkDestroy', (options: BulkWrite) => this.beforeDestroy(options));
    this.db.on('afterBulkDestroy', (options: BulkWrite) => this.afterChange(options));
    this.db.on('beforeUpsert', (values: Record<string, unknown>, options: BulkWrite) =>
      this.beforeClash([values], options.model, options),
    );
    this.db.on('afterUpsert', ([record]: [Model], options: BulkWrite) => this.afterClash([record], options));
  }

  private async beforeCreate(records: Model[], options: BulkWrite): Promise<void> {
    if (options.individualHooks || (!options.ignoreDuplicates && !options.updateOnDuplicate)) return;
    await this.beforeClash(
      records.map((record) => record.get() as Record<string, unknown>),
      modelOf(records),
      options,
    );
  }

  private async afterCreate(records: Model[], options: BulkWrite): Promise<void> {
    if (options.individualHooks) return;
    if (this.before.has(options)) return this.afterClash(records, options);
    const collection = await this.capture.concerned(modelOf(records));
    if (collection) await this.tellCreated(collection, records, options);
  }

  private async tellCreated(collection: Collection, records: Model[], options: BulkWrite): Promise<void> {
    const ids = await this.idsOf(collection, records, options);
    const after = await this.capture.images.byIds(collection, ids, options.transaction);
    await this.capture.tell(new Map(), after, options);
  }

  private async beforeUpdate(options: BulkWrite): Promise<void> {
    if (!options.individualHooks) await this.read(options);
  }

  private async beforeDestroy(options: BulkWrite): Promise<void> {
    if (await this.read(options)) this.deletions.add(options);
  }

  private async read(options: BulkWrite): Promise<boolean> {
    const collection = await this.capture.concerned(options.model);
    if (!collection) return false;
    const images = await this.capture.images.where(collection, options.where, options.transaction, true);
    this.before.set(options, { images: withoutDeleted(images, collection) });
    return true;
  }

  private async afterChange(options: BulkWrite): Promise<void> {
    const { images } = this.before.get(options) ?? {};
    this.before.delete(options);
    const collection = images && (await this.capture.concerned(options.model));
    if (!collection) return;
    const after = await this.capture.images.byIds(collection, [...images.keys()], options.transaction);
    await this.capture.tell(images, withoutDeleted(after, collection), options);
  }

  /** Before a write that changes or leaves the rows that are there already. */
  private async beforeClash(values: Array<Record<string, unknown>>, model: unknown, options: BulkWrite): Promise<void> {
    const collection = await this.capture.concerned(model);
    if (!collection) return;
    const { where, without } = clashing(collection, values);
    // Which of the new rows came to be could not be told afterwards.
    if (where && without > 0)
      throw new Error(
        `of records of ${collection.name} that may be there already, some have neither key nor unique value`,
      );
    const images: Images = where
      ? await this.capture.images.where(collection, where, options.transaction, true)
      : new Map<string, Image>();
    this.before.set(options, { images, clashes: where });
  }

  private async afterClash(records: Model[], options: BulkWrite): Promise<void> {
    const { images, clashes } = this.before.get(options) ?? {};
    this.before.delete(options);
    const collection = images && (await this.capture.concerned(modelOf(records)));
    if (!collection) return;
    if (!clashes) return this.tellCreated(collection, records, options);
    const after = await this.capture.images.where(collection, clashes, options.transaction);
    await this.capture.tell(images, after, options);
  }

  /** Ids that the database counted up are handed back by all but SQLite, which has given the last ones to this write. */
  private async idsOf(collection: Collection, records: Model[], { transaction }: BulkWrite): Promise<string[]> {
    const ids = records.map((record) => recordIdOf(collection, (name) => record.get(name as never)));
    if (!ids.includes(null)) return ids as string[];
    if (!this.db.inDialect('sqlite') || !isCounted(collection) || ids.some((id) => id !== null))
      throw new Error(`the keys of new records of ${collection.name} are not known`);
    const [row] = await this.db.sequelize.query<{ id: number }>('SELECT last_insert_rowid() AS id', {
      type: QueryTypes.SELECT,
      transaction,
    });
    const last = Number(row?.id);
    return ids.map((_, index) => String(last - ids.length + 1 + index));
  }
}
