import type { CollectionMeta, FieldMeta } from '../../api/collection-types';

/** A field that can be chosen, by its path from the record; below a relation the fields of the record it leads to. */
export interface FieldChoice {
  path: string;
  title: string;
  /** With the titles of the relations before it. */
  fullTitle: string;
  children?: FieldChoice[];
}

const DEEPEST = 2;
const DATE_TYPES = new Set(['date', 'datetime', 'datetimeTz', 'datetimeNoTz', 'dateOnly', 'unixTimestamp']);
/** Kinds of field that a record does not hold as one value. */
const NO_SINGLE_VALUE = new Set([
  'hasMany',
  'hasOne',
  'belongsToMany',
  'belongsToArray',
  'json',
  'jsonb',
  'array',
  'set',
  'password',
  'virtual',
  'point',
  'lineString',
  'circle',
  'polygon',
  'sort',
]);

export interface Choices {
  collections: readonly CollectionMeta[];
  collection: string;
  /** Translates a stored title. */
  title: (stored: string) => string;
}

/** The fields whose values a number may show or depend on. Numbers of the same record are left out: they may come later. */
export function valueChoices({ collections, collection, title }: Choices): FieldChoice[] {
  const within = (name: string, depth: number, before: { path: string; title: string }): FieldChoice[] =>
    fieldsOf(collections, name)
      .filter((field) => hasSingleValue(field) && !(depth === 0 && field.type === 'sequence'))
      .map((field) => {
        const path = before.path + field.name;
        const fullTitle = before.title + title(field.title);
        const children =
          field.type === 'belongsTo' && field.target && depth < DEEPEST
            ? within(field.target, depth + 1, { path: `${path}.`, title: `${fullTitle} / ` })
            : undefined;
        return { path, title: title(field.title), fullTitle, children };
      });
  return within(collection, 0, { path: '', title: '' });
}

/** The date fields of the record itself; its creation time comes first, also where the collection does not list it. */
export function dateChoices({ collections, collection, title }: Choices): FieldChoice[] {
  const dates = fieldsOf(collections, collection).filter((field) => DATE_TYPES.has(field.type));
  return dates
    .map((field) => ({ path: field.name, title: title(field.title), fullTitle: title(field.title) }))
    .sort((a, b) => Number(b.path === 'createdAt') - Number(a.path === 'createdAt'));
}

/** The title of a path among the choices; the path itself where it is none of them. */
export function titleOfPath(path: string, choices: readonly FieldChoice[]): string {
  for (const choice of choices) {
    if (choice.path === path) return choice.fullTitle;
    if (path.startsWith(`${choice.path}.`)) return titleOfPath(path, choice.children ?? []);
  }
  return path;
}

/** The relations to one record that people made themselves. */
export function ownRelations({ collections, collection }: Choices): FieldMeta[] {
  return fieldsOf(collections, collection).filter(
    (field) => field.type === 'belongsTo' && !['createdBy', 'updatedBy'].includes(field.interface ?? ''),
  );
}

export function fieldsOf(collections: readonly CollectionMeta[], name: string): FieldMeta[] {
  return collections.find((collection) => collection.name === name)?.fields ?? [];
}

function hasSingleValue(field: FieldMeta): boolean {
  return Boolean(field.interface) && !field.hidden && !NO_SINGLE_VALUE.has(field.type);
}
