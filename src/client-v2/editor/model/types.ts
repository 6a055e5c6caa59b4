/** One part of a number, as stored in the field's `patterns`. Options that the editor does not know are kept. */
export interface SegmentOption {
  type: string;
  options: Record<string, unknown>;
}

/** All the options of a field that the editor edits, as they are stored. */
export interface SequenceRules {
  patterns: SegmentOption[];
  /** null: the app's time zone. */
  timezone: string | null;
  unique: boolean;
  inputable: boolean;
  match: boolean;
}

/** The field the rules belong to. */
export interface EditedField {
  collection: string;
  /** Only of a field that has been saved. */
  savedName?: string;
  savedUnique: boolean;
}
