import type { Collection, Database } from '@nocobase/database';
import { subjectOf } from '../outbox/envelope';
import type { SequenceFieldLike } from '../sequence/field/field-locator';

/** What tells where the numbers of a collection are. */
export type NumberedFields = (collection: Collection | undefined) => SequenceFieldLike[];

/** Records that are looked for at once, at most. */
const MOST_RECORDS = 200;

/** Which failed deliveries are meant, as people say it. */
export interface DeliveryQuery {
  status?: string[];
  postProcessor?: string;
  collection?: string;
  /** The number or the id of a record, the id of an event, or a subject. */
  search?: string;
}

interface EntityType {
  id: number;
  collection: string;
}

/** Turns what people look for into filters of the platform, and back: whose events the deliveries are of. */
export class DeliverySearch {
  constructor(
    private readonly db: Database,
    private readonly numbered: NumberedFields,
  ) {}

  /** A filter of `failedDeliveries`. */
  async filterOf({ status, postProcessor, collection, search }: DeliveryQuery): Promise<object> {
    const types = await this.types(collection);
    const parts: object[] = [];
    if (status) parts.push({ status: { $in: status } });
    if (postProcessor) parts.push({ postProcessor });
    // An entity type that there is not: nothing is found.
    if (collection) parts.push({ subject: { $startsWith: `${types[0]?.id ?? -1}:` } });
    const text = search?.trim();
    if (text) {
      const subjects = [text, ...(await this.subjectsOf(text, collection ? types : await this.types()))];
      parts.push({ $or: [{ eventId: text }, { subject: { $in: subjects } }] });
    }
    return { $and: parts };
  }

  /** The collections whose events there are, by the ids of their entity types. */
  async collections(): Promise<Map<number, string>> {
    return new Map((await this.types()).map(({ id, collection }) => [id, collection]));
  }

  /** The numbers of records, by their ids; records that are gone, or have none, are left out. */
  async numbersOf(collection: string, recordIds: string[]): Promise<Map<string, string>> {
    const [found, field] = [this.db.getCollection(collection), this.numbered(this.db.getCollection(collection))[0]];
    const key = found && keyOf(found);
    if (!found || !field || !key) return new Map();
    // Of a collection that was made anew with another kind of key; a database would refuse to compare.
    const ids = /int|snowflakeId|sort/i.test(String(found.getField(key)?.type)) ? recordIds.filter(isWhole) : recordIds;
    if (ids.length === 0) return new Map();
    const rows = await this.rows(found, [key, field.name], { [key]: { $in: ids } });
    return new Map(rows.map((row) => [String(row.get(key)), String(row.get(field.name) ?? '')]));
  }

  /** Subjects of records with this id or this number. */
  private async subjectsOf(text: string, types: EntityType[]): Promise<string[]> {
    const subjects: string[] = [];
    for (const { id, collection } of types) {
      subjects.push(subjectOf(id, text));
      const found = this.db.getCollection(collection);
      const key = found && keyOf(found);
      if (!found || !key) continue;
      for (const { name } of this.numbered(found)) {
        const rows = await this.rows(found, [key], { [name]: text });
        subjects.push(...rows.map((row) => subjectOf(id, String(row.get(key)))));
      }
    }
    return subjects;
  }

  private async rows(collection: Collection, fields: string[], filter: object) {
    const options = { fields, filter, limit: MOST_RECORDS };
    return (await collection.repository.find(options as never)) as Array<{ get(name: string): unknown }>;
  }

  private async types(collection?: string): Promise<EntityType[]> {
    const rows = await this.db.getCollection('entityTypes').model.findAll({
      attributes: ['id', 'collection'],
      ...(collection && { where: { collection } as never }),
      order: [['id', 'ASC']],
    });
    return rows.map((row) => ({ id: Number(row.get('id')), collection: String(row.get('collection')) }));
  }
}

/** The entity type and the record of a subject; the record is null where only its digest is known. Pure. */
export function partsOf(subject: string): { entityTypeId: number; recordId: string | null } {
  const [, type, rest] = /^(\d+):(.*)$/s.exec(subject) ?? [];
  return {
    entityTypeId: Number(type ?? -1),
    recordId: rest === undefined || /^h:[0-9a-f]{32}$/.test(rest) ? null : rest,
  };
}

function keyOf(collection: Collection): string | undefined {
  const key = collection.filterTargetKey as string | string[] | undefined;
  return typeof key === 'string' ? key : undefined;
}

function isWhole(id: string): boolean {
  return /^\d{1,18}$/.test(id);
}
