import type { MutableRefObject } from 'react';
import { useEffect, useState } from 'react';
import type { Finding } from '../api/finding-types';
import { onRefusedSave } from '../host/refused-saves';
import { useT } from '../host/host';
import { firstWrongPart, refusals, toConfirm } from './model/findings';
import type { DuplicateCheck } from './options/UniqueOption';
import type { PreviewState } from './use-preview';
import type { Segments } from './use-segments';

/** Answers why the rules must not be saved as they are; undefined: they may. */
export type SaveGate = () => Promise<string | undefined>;

interface Judged {
  state: PreviewState & { ask(): Promise<PreviewState> };
  /** The rules as they are. */
  signature: string;
  /** The changes of these rules to a live field have been accepted. */
  accepted: boolean;
  duplicates: DuplicateCheck;
  segments: Segments;
}

/**
 * Guards the save: the rules are judged anew as they are, the first wrong part is opened, changes need their consent.
 * What the server refuses in the save itself is shown at its place until the rules change.
 */
export function useSaveGate(gate: MutableRefObject<SaveGate | undefined>, judged: Judged) {
  const t = useT();
  const { signature, segments } = judged;
  const [reason, setReason] = useState<{ signature: string; text: string }>();
  const [refused, setRefused] = useState<{ signature: string; errors: Finding[] }>();

  const openFirst = (errors: readonly Finding[]) => {
    const wrong = firstWrongPart(errors);
    if (wrong !== undefined && segments.ids[wrong] !== undefined) segments.open(segments.ids[wrong]);
  };

  const judge = async (): Promise<string | undefined> => {
    const { errors, preview } = await judged.state.ask();
    const changes = preview?.changes ?? [];
    const wrong = [...errors, ...refusals(changes)];
    if (wrong.length > 0) {
      openFirst(wrong);
      return t('The number pattern cannot be saved like this. What is wrong is marked above.');
    }
    if ((judged.duplicates.found?.total ?? 0) > 0) return t('Unique cannot be switched on: numbers occur twice.');
    if (toConfirm(changes).length === 0 || judged.accepted) return undefined;
    return t('The numbers of this field would change. Confirm that above.');
  };

  gate.current = async () => {
    const text = await judge();
    setReason(text === undefined ? undefined : { signature, text });
    return text;
  };

  useEffect(() =>
    onRefusedSave((errors) => {
      setRefused({ signature, errors });
      openFirst(errors);
    }),
  );

  return {
    /** Why the last attempt to save these rules was held back. */
    reason: reason?.signature === signature && !judged.accepted ? reason.text : undefined,
    saveErrors: refused?.signature === signature ? refused.errors : [],
  };
}
