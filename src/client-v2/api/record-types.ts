/** One field of a collection, as far as showing a value needs it. */
export interface ShownField {
  name: string;
  title: string;
  /** The platform's field type (`string`, `date`, `belongsTo` …). */
  type: string;
  /** Of an association: the collection it leads to. */
  target?: string;
  /** Of a choice: its labels by value. */
  labels: Record<string, string>;
}

export interface ShownCollection {
  name: string;
  title: string;
  /** The field that names a record to people. */
  titleField?: string;
  fields: ShownField[];
}

/** A record with what is needed to show it. */
export interface RecordView {
  collection: ShownCollection;
  /** The collection's record; undefined when there is none with this id. */
  values?: Record<string, unknown>;
  /** The title field of other collections, by name: how an associated record is called. */
  titleFields: Record<string, string>;
}
