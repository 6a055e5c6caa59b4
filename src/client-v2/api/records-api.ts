import { isRecord, toList, toOptionalText, toRecord, toText } from './parse';
import type { ShownCollection, ShownField, RecordView } from './record-types';
import type { SendRequest } from './sequences-api';

/** Reads records of any collection, with the rights of the person who is signed in. */
export interface RecordsApi {
  /** One record with its to-one associations. Rejects where the person may not read it. */
  read(collection: string, id: string): Promise<RecordView>;
}

const TO_ONE = ['belongsTo', 'hasOne'];

/**
 * @param readTitle turns a title as the platform stores it (`{{t("Users")}}`) into words
 */
export function createRecordsApi(send: SendRequest, readTitle: (title: string) => string): RecordsApi {
  return {
    read: async (name, id) => {
      const list = toRecord((await send({ url: 'collections:listMeta', method: 'get' })).data).data;
      const collections = toList(list, (row) => parseCollection(row, readTitle));
      const collection = collections.find((known) => known.name === name) ?? { name, title: name, fields: [] };
      const appends = collection.fields.filter(({ type }) => TO_ONE.includes(type)).map((field) => field.name);
      const answer = await send({ url: `${name}:get`, method: 'get', params: { filterByTk: id, appends } });
      const values = toRecord(answer.data).data;
      const titled = collections.filter(({ titleField }) => titleField);
      const titleFields = Object.fromEntries(titled.map((known) => [known.name, known.titleField ?? '']));
      return { collection, values: isRecord(values) ? values : undefined, titleFields };
    },
  };
}

function parseCollection(row: Record<string, unknown>, readTitle: (title: string) => string): ShownCollection {
  const name = toText(row.name);
  return {
    name,
    title: readTitle(toText(row.title)) || name,
    titleField: toOptionalText(row.titleField),
    fields: toList(row.fields, (field) => parseField(field, readTitle)).filter(({ title }) => title !== ''),
  };
}

/** A field without a title is one the platform keeps for itself (a foreign key, a sort position): it has none here either. */
function parseField(row: Record<string, unknown>, readTitle: (title: string) => string): ShownField {
  const schema = toRecord(row.uiSchema);
  const choices = toList(schema.enum, (choice) => [toText(choice.value), readTitle(toText(choice.label))]);
  return {
    name: toText(row.name),
    title: readTitle(toText(schema.title)),
    type: toText(row.type),
    target: toOptionalText(row.target),
    labels: Object.fromEntries(choices) as Record<string, string>,
  };
}
