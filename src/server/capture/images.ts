import type { Collection, Database, Model } from '@nocobase/database';
import type { Transaction, WhereOptions } from 'sequelize';
import { literal } from 'sequelize';
import type { Values } from '../outbox/envelope';
import { plain } from './plain';
import { keysOf, recordIdOf, whereIds } from './record-key';
import { recordFields } from './record-fields';

/** A record as it stood in the database at some moment. */
export interface Image {
  recordId: string;
  /** The collection that the record itself is of: that of the write, or one that inherits from it. */
  collection: Collection;
  /** Its columns by attribute, secret ones too. */
  values: Values;
}

/** Images by the id of their record. */
export type Images = Map<string, Image>;

type Within = Transaction | null | undefined;

/** Records that are looked for by their ids at once. */
const AT_ONCE = 1000;

const TABLE = '__capturedTable';

/** Reads how records stand, in the transaction of the write; what is about to change is locked, so that nobody else can. */
export class ImageReader {
  constructor(private readonly db: Database) {}

  async byIds(collection: Collection, ids: readonly string[], transaction: Within, lock = false): Promise<Images> {
    const found: Images = new Map();
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const where = whereIds(collection, ids.slice(from, from + AT_ONCE));
      for (const [id, image] of await this.where(collection, where, transaction, lock)) found.set(id, image);
    }
    return found;
  }

  async where(
    collection: Collection,
    where: WhereOptions | undefined,
    transaction: Within,
    lock = false,
  ): Promise<Images> {
    const model = collection.model as unknown as typeof Model;
    const isParent = collection.isParent() && this.db.inDialect('postgres');
    const { columns } = recordFields(collection);
    const rows = await model.findAll({
      where: where ?? {},
      attributes: isParent ? [...columns, [tableOfRow(this.db, model.name), TABLE]] : columns,
      transaction,
      lock: lock && transaction && !this.db.inDialect('sqlite') ? transaction.LOCK.UPDATE : undefined,
      hooks: false,
      paranoid: false,
    } as never);
    const images = rows.flatMap(
      (row) => this.imageOf(row, isParent ? this.ofTable(row, collection) : collection) ?? [],
    );
    if (!isParent) return new Map(images.map((image) => [image.recordId, image]));
    return this.withOwnColumns(images, collection, transaction);
  }

  /** The image of a record whose values are those that the database holds. */
  imageOf(record: Model, collection: Collection): Image | null {
    const recordId = recordIdOf(collection, (name) => record.get(name as never));
    if (recordId === null) return null;
    const { columns } = recordFields(collection);
    const values = Object.fromEntries(columns.map((name) => [name, plain(record.get(name as never))]));
    return { recordId, collection, values };
  }

  /** Read from its parent's table, a record lacks the columns of its own. */
  private async withOwnColumns(images: Image[], read: Collection, transaction: Within): Promise<Images> {
    const result: Images = new Map(images.map((image) => [image.recordId, image]));
    const children = new Set(images.map(({ collection }) => collection).filter((collection) => collection !== read));
    for (const child of children) {
      const ids = images.filter(({ collection }) => collection === child).map(({ recordId }) => recordId);
      for (const [id, image] of await this.byIds(child, ids, transaction)) result.set(id, image);
    }
    return result;
  }

  private ofTable(row: Model, read: Collection): Collection {
    const table = String(row.get(TABLE as never));
    if (table === nameOfTable(read)) return read;
    for (const name of this.db.inheritanceMap.getChildren(read.name, { deep: true })) {
      const child = this.db.getCollection(name) as Collection | undefined;
      if (child && nameOfTable(child) === table) return child;
    }
    return read;
  }
}

/** Is this collection's key one that the database counts up? */
export function isCounted(collection: Collection): boolean {
  const [key] = keysOf(collection);
  const attributes = collection.model.rawAttributes as Record<string, { autoIncrement?: boolean }>;
  return keysOf(collection).length === 1 && key !== undefined && attributes[key]?.autoIncrement === true;
}

/** What is marked as deleted is gone for people. */
export function withoutDeleted(images: Images, collection: Collection): Images {
  const { paranoid, deletedAt } = collection.model.options as { paranoid?: boolean; deletedAt?: string | boolean };
  const mark = typeof deletedAt === 'string' ? deletedAt : 'deletedAt';
  if (!paranoid) return images;
  return new Map([...images].filter(([, { values }]) => (values[mark] ?? null) === null));
}

function tableOfRow(db: Database, alias: string) {
  const quoted = db.sequelize.getQueryInterface().quoteIdentifier(alias);
  return literal(`(SELECT relname FROM pg_catalog.pg_class WHERE oid = ${quoted}.tableoid)`);
}

function nameOfTable({ model }: Collection): string {
  const stored = model.getTableName() as string | { tableName: string };
  return typeof stored === 'string' ? stored : stored.tableName;
}
