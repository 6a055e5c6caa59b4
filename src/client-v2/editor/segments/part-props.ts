import type { Finding } from '../../api/finding-types';
import type { Preview } from '../../api/preview-types';
import type { Choices } from '../model/field-choices';
import type { SegmentOption } from '../model/types';

/** What every editor of a part gets. */
export interface PartProps {
  segment: SegmentOption;
  index: number;
  /** Changes some options; the others stay. `undefined` takes one away. */
  onOptions: (changes: Record<string, unknown>) => void;
  /** Paths are relative to the options. */
  errors: readonly Finding[];
  warnings: readonly Finding[];
  /** The answer for the rules as they are, or the last good one. */
  preview?: Preview;
  choices: Choices;
}
