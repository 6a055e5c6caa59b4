import { t } from '../../foundation/text-key';
import type { Collection, Database, Model } from '@nocobase/database';
import { InvalidInput } from '../../foundation/errors';
import type { Within } from '../counters/counters';
import type { Association, FieldPath } from '../field/field-path';
import { resolvePath } from '../field/field-path';
import { isBlank } from '../pattern/text';

/** What a write was asked to store, beside the record built from it: relations stand here before they are linked. */
export type RawValues = Record<string, unknown> | undefined;

/**
 * Reads the values at field paths of records that are about to be stored. A relation counts as soon as it is known: from
 * the foreign key, else from the relation's value in the write (an id, or an object with its key). One that is only made
 * by the same save is refused, since its number would silently count as "no relation".
 */
export class PathValues {
  constructor(private readonly db: Database) {}

  async read(record: Model, raw: RawValues, path: string, within: Within): Promise<unknown> {
    const collection = (record.constructor as unknown as { collection: Collection }).collection;
    const resolved = resolvePath(this.db, collection, path);
    if (!resolved)
      throw new InvalidInput([{ message: t('The field "{{field}}" does not exist.'), path, params: { field: path } }]);
    return resolved.kind === 'column'
      ? this.ofRecord(record, raw, resolved)
      : this.ofRelated(resolved.rest, resolved.association, this.keyOf(record, raw, resolved.association), within);
  }

  private ofRecord(record: Model, raw: RawValues, path: FieldPath & { kind: 'column' }): unknown {
    if (path.association) return this.keyOf(record, raw, path.association);
    return record.get(path.attribute);
  }

  /** The foreign key that the record will have. */
  keyOf(record: Model, raw: RawValues, association: Association): unknown {
    const stored: unknown = record.get(association.foreignKey);
    if (!isBlank(stored)) return stored;
    const value: unknown = raw?.[association.name] ?? record.get(association.name);
    if (isBlank(value)) return null;
    if (typeof value !== 'object') return value;
    const known = value as Record<string, unknown> & { get?: (name: string) => unknown };
    const at = (name: string): unknown => (typeof known.get === 'function' ? known.get(name) : known[name]);
    const key = at(association.targetKey);
    if (!isBlank(key)) return key;
    throw new InvalidInput(
      [
        {
          message: t('The number depends on "{{field}}". Save that record first, then choose it here.'),
          path: association.name,
          params: { field: association.name },
        },
      ],
      'SEQUENCE_SCOPE_UNSAVED',
    );
  }

  private async ofRelated(path: FieldPath, association: Association, key: unknown, within: Within): Promise<unknown> {
    if (isBlank(key)) return null;
    const found = await this.fetch(association.target, association.targetKey, key, within);
    if (!found) return null;
    if (path.kind === 'column') return found[path.attribute] ?? null;
    return this.ofRelated(path.rest, path.association, found[path.association.foreignKey], within);
  }

  private async fetch(
    target: Collection,
    key: string,
    value: unknown,
    within: Within,
  ): Promise<Record<string, unknown> | null> {
    const found: unknown = await target.model.findOne({
      where: { [key]: value } as never,
      transaction: within ?? null,
      raw: true,
    });
    return found as Record<string, unknown> | null;
  }
}
