import type { ReactElement } from 'react';
import type { Translate } from '../host/host';
import { hintText, NumberBox, useCleared } from './NumberBox';
import type { NumberHints } from './number-hints';
import type { NumberState } from './number-state';
import { useNumberHint } from './use-number-hint';

/** What the forms of both clients tell about the number they draw. */
export interface RecordNumberProps {
  state: NumberState;
  collection: string;
  field: string;
  /** Values of the form that the number depends on. */
  values: Record<string, unknown>;
  /** false where a hint would mislead: of several new rows of one form only the first would get it. */
  isAlone: boolean;
  id?: string;
  /** Title of the field: classic pages and tables do not tie their labels to inputs. */
  label?: string;
  value?: unknown;
  onClear: () => void;
  /** The client's own input, with this placeholder in it. */
  drawInput: (placeholder: string | undefined) => ReactElement;
}

/** Makes the component that draws a number in a form, bound to the client it runs in. */
export function createRecordNumber(hints: NumberHints, t: Translate) {
  return function RecordNumber(props: RecordNumberProps) {
    const { state, collection, field, values, isAlone, id, label, value, onClear, drawInput } = props;
    const isNew = state === 'coming' || state === 'optional';
    const hint = useNumberHint(hints, isNew && isAlone ? { collection, field, values } : undefined);
    useCleared(value, onClear, state === 'coming');

    if (state === 'coming') return <NumberBox id={id} label={label} hint={hintText(t, hint)} />;
    if (state === 'fixed') return <NumberBox id={id} label={label} value={value} />;
    return drawInput(isNew ? hintText(t, hint) : undefined);
  };
}

/** The component that `createRecordNumber` makes. */
export type RecordNumber = ReturnType<typeof createRecordNumber>;
