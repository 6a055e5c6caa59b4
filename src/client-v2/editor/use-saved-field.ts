import { useRef } from 'react';
import { readPatterns } from './model/rules';
import type { EditedField, SegmentOption } from './model/types';

/** What a dialog knows of its field when it opens: kept as it was, whatever is edited meanwhile. */
export interface SavedField {
  field: EditedField;
  saved: SegmentOption[];
}

/**
 * Keeps the field as the dialog got it. `values` are the form's; those of a dialog that loads them are complete once a
 * pattern is among them.
 */
export function useSavedField(collection: string, exists: boolean, values: Record<string, unknown>): SavedField {
  const known = useRef<SavedField>();
  if (known.current?.field.collection === collection) return known.current;
  const patterns = readPatterns(values.patterns);
  if (!exists) return { field: { collection, savedUnique: false }, saved: [] };
  const savedName = typeof values.name === 'string' ? values.name : undefined;
  const read = { field: { collection, savedName, savedUnique: values.unique === true }, saved: patterns };
  if (patterns.length > 0 && savedName) known.current = read;
  return read;
}
