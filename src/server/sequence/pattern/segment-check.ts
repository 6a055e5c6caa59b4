import { t } from '../../foundation/text-key';
import type { Collection, Database } from '@nocobase/database';
import type { Fault } from '../../foundation/errors';
import { shown } from '../../foundation/shown';
import { resolvePath } from '../field/field-path';
import type { Pattern } from './pattern';
import { LONGEST_NUMBER } from './text';
import { isZone } from './zone';

/** The fields a collection has, or is about to have by the same save. */
export interface KnownFields {
  /** Null while the collection itself is being made. */
  collection: Collection | null;
  /** Names of fields that are saved together with the checked one; null when that is not known. */
  upcoming: ReadonlySet<string> | null;
}

/** Fields that a new collection gets without their being named. */
const PRESET = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'createdById',
  'updatedById',
  'sort',
]);

/** Faults that show only in the whole pattern or against its collection: fields that do not exist, an unknown time zone. */
export function collectionFaults(db: Database, pattern: Pattern, known: KnownFields, timezone: unknown): Fault[] {
  return [
    ...zoneFaults(timezone),
    ...pathFaults(db, pattern, known),
    ...dateFaults(pattern, known),
    ...lengthFaults(pattern),
  ];
}

function zoneFaults(timezone: unknown): Fault[] {
  if (timezone === undefined || timezone === null || timezone === '') return [];
  if (typeof timezone === 'string' && isZone(timezone)) return [];
  return [
    {
      message: t('Unknown time zone "{{zone}}".'),
      path: 'timezone',
      params: { zone: shown(timezone) },
    },
  ];
}

function lengthFaults({ parts }: Pattern): Fault[] {
  const least = parts.reduce((sum, part) => sum + (part.segment.leastLength?.(part.options) ?? 0), 0);
  if (least <= LONGEST_NUMBER) return [];
  const message = t('The numbers of this pattern do not fit into {{max}} characters.');
  return [{ message, path: 'patterns', params: { max: LONGEST_NUMBER } }];
}

function pathFaults(db: Database, pattern: Pattern, known: KnownFields): Fault[] {
  return pattern.parts.flatMap((part, index) => {
    const scope = (part.rule?.scope ?? []).map((path) => ({ path, at: `patterns[${index}].options.scope` }));
    const inText = (part.segment.paths?.(part.options) ?? []).map((path) => ({
      path,
      at: `patterns[${index}].options.path`,
    }));
    return [...scope, ...inText].flatMap(({ path, at }) => {
      const message = pathFault(db, path, known);
      return message ? [{ message, path: at, params: { field: shown(path) } }] : [];
    });
  });
}

function dateFaults(pattern: Pattern, known: KnownFields): Fault[] {
  return pattern.parts.flatMap((part, index) => {
    const field = part.segment.dateField?.(part.options);
    if (!field || field === 'createdAt' || isUpcoming(field, known)) return [];
    const found =
      known.collection &&
      (known.collection.getField(field) || Object.hasOwn(known.collection.model.rawAttributes, field));
    return found
      ? []
      : [
          {
            message: t('The field "{{field}}" does not exist.'),
            path: `patterns[${index}].options.field`,
            params: { field },
          },
        ];
  });
}

function pathFault(db: Database, path: string, known: KnownFields): string | null {
  if (!exists(db, path, known)) return t('The field "{{field}}" does not exist.');
  const isNumber = known.collection?.getField(path)?.type === 'sequence';
  return isNumber ? t('A number cannot depend on "{{field}}", which is a number of the same record.') : null;
}

function exists(db: Database, path: string, known: KnownFields): boolean {
  if (isUpcoming(path.split('.')[0], known)) return true;
  return known.collection !== null && resolvePath(db, known.collection, path) !== null;
}

function isUpcoming(name: string, { collection, upcoming }: KnownFields): boolean {
  if (upcoming?.has(name)) return true;
  return collection === null && (upcoming === null || PRESET.has(name));
}
