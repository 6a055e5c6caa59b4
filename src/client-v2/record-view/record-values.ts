import { isRecord, toText } from '../api/parse';
import type { ShownField, RecordView } from '../api/record-types';
import type { Host } from '../host/host';
import { formatMoment } from '../sequences/format';

export interface FieldValue {
  name: string;
  title: string;
  /** '' where the record has no value. */
  text: string;
}

/** To-many associations are not read with a record, so they are not shown as if they were empty. */
const TO_MANY = ['hasMany', 'belongsToMany', 'belongsToArray'];
/** Moments; a `dateOnly` or a `time` is shown as it is stored. */
const MOMENTS = ['date', 'datetime', 'datetimeTz', 'datetimeNoTz', 'unixTimestamp'];

/** How the record is called: the value of its title field; undefined where it has none. */
export function recordTitle({ collection, values }: RecordView): string | undefined {
  return toText(collection.titleField && values?.[collection.titleField]) || undefined;
}

/** The fields of a record in words, in the collection's order; those that the server kept back are left out. */
export function fieldValues(record: RecordView, host: Pick<Host, 't' | 'language'>): FieldValue[] {
  const values = record.values ?? {};
  return record.collection.fields
    .filter((field) => field.name in values && !TO_MANY.includes(field.type))
    .map((field) => ({
      name: field.name,
      title: field.title,
      text: valueText(values[field.name], field, { ...host, titleFields: record.titleFields }),
    }));
}

interface Words extends Pick<Host, 't' | 'language'> {
  titleFields: RecordView['titleFields'];
}

function valueText(value: unknown, field: ShownField, words: Words): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((item) => valueText(item, field, words)).join(', ');
  if (typeof value === 'boolean') return value ? words.t('Yes') : words.t('No');
  if (isRecord(value)) return associatedText(value, field, words);
  const text = toText(value);
  if (MOMENTS.includes(field.type)) return formatMoment(momentOf(text), words.language) || text;
  return field.labels[text] ?? text;
}

/** Unix timestamps count seconds or milliseconds. */
function momentOf(text: string): string {
  if (!/^\d+$/.test(text)) return text;
  const number = Number(text);
  return new Date(number < 1e11 ? number * 1000 : number).toISOString();
}

function associatedText(value: Record<string, unknown>, field: ShownField, words: Words): string {
  if (!field.target) return JSON.stringify(value);
  const title = toText(value[words.titleFields[field.target] ?? '']);
  return title || toText(value.id) || JSON.stringify(value);
}
