import type { Collection, Database, Model } from '@nocobase/database';
import type { FieldPath } from '../field/field-path';
import { resolvePath } from '../field/field-path';
import type { PathValues, RawValues } from '../numbering/path-values';
import { isBlank } from '../pattern/text';

/** One field of a record that a number shows or counts by. */
export interface SeenRecord {
  collection: string;
  /** The field that `value` stands in, which tells the record. */
  key: string;
  value: unknown;
  /** The names that permissions may know the field by. */
  names: string[];
}

/** Who asks for a number to come. */
export interface Viewer {
  maySee(seen: SeenRecord): Promise<boolean>;
}

/**
 * Whether somebody may see all records on the way to a value, and the value in the last of them. The record that is
 * being made is theirs to see. Needs no permission where a step is not chosen yet.
 */
export async function isVisible(
  path: string,
  asked: { db: Database; paths: PathValues; record: Model; raw: RawValues; viewer: Viewer },
): Promise<boolean> {
  const { db, paths, record, raw, viewer } = asked;
  const steps = path.split('.');
  let at: FieldPath | null = resolvePath(
    db,
    (record.constructor as unknown as { collection: Collection }).collection,
    path,
  );
  for (let depth = 1; at?.kind === 'related'; depth++) {
    const { association, rest }: FieldPath & { kind: 'related' } = at;
    const value = await paths.read(record, raw, steps.slice(0, depth).join('.'), null);
    if (isBlank(value)) return true;
    const names = [steps[depth], ...(rest.association ? [rest.association.name] : [])];
    if (!(await viewer.maySee({ collection: association.target.name, key: association.targetKey, value, names })))
      return false;
    at = rest;
  }
  return true;
}
