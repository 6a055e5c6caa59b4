import type { CollectionMeta, FieldMeta } from './collection-types';
import { toList, toOptionalText, toRecord, toText } from './parse';

/** One row of `collections:listMeta`. */
export function parseCollection(row: Record<string, unknown>): CollectionMeta {
  const name = toText(row.name);
  return { name, title: toText(row.title) || name, fields: toList(row.fields, parseField) };
}

function parseField(row: Record<string, unknown>): FieldMeta {
  const name = toText(row.name);
  return {
    name,
    title: toText(toRecord(row.uiSchema).title) || name,
    type: toText(row.type),
    interface: toOptionalText(row.interface),
    target: toOptionalText(row.target),
    foreignKey: toOptionalText(row.foreignKey),
    hidden: row.hidden === true,
  };
}
