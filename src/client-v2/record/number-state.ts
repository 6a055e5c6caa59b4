/** How a form treats a record's number. */
export type NumberState =
  /** The record is new and gets its number on save. */
  | 'coming'
  /** The same, but a person may type one instead. */
  | 'optional'
  /** The record has its number, which stays. */
  | 'fixed'
  /** The record has its number, and a person may change it. */
  | 'editable';

/** The state of a number whose field has these options, in a record that is new or stored. */
export function numberState(options: { inputable?: boolean }, isStored: boolean): NumberState {
  if (isStored) return options.inputable ? 'editable' : 'fixed';
  return options.inputable ? 'optional' : 'coming';
}

/**
 * true for a stored record: it carries its primary key. Records of sub-forms and sub-tables are told apart by it, since
 * one form can hold new and stored ones.
 */
export function isStored(record: unknown, primaryKey: string | readonly string[] | undefined): boolean {
  if (typeof record !== 'object' || record === null) return false;
  const keys = typeof primaryKey === 'string' ? [primaryKey] : (primaryKey ?? ['id']);
  return keys.length > 0 && keys.every((key) => (record as Record<string, unknown>)[key] != null);
}
