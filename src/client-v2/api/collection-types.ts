/** A field of a collection, as far as the pattern editor asks. */
export interface FieldMeta {
  name: string;
  /** As stored: may be a template that the host translates. */
  title: string;
  type: string;
  interface?: string;
  /** Of a relation: the collection it leads to. */
  target?: string;
  foreignKey?: string;
  hidden: boolean;
}

export interface CollectionMeta {
  name: string;
  title: string;
  fields: FieldMeta[];
}
