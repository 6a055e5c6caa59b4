import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../api/api-error';
import { toApiError, toFindings } from '../api/api-error';
import type { Finding } from '../api/finding-types';
import type { Preview } from '../api/preview-types';
import type { Host } from '../host/host';
import { useHost } from '../host/host';
import { signatureOf } from './model/findings';
import type { EditedField, SequenceRules } from './model/types';

/** What the server says about the rules. The last good preview stays while a newer one is read or is refused. */
export interface PreviewState {
  preview?: Preview;
  /** Places of the rules that cannot work; saving would be refused. */
  errors: Finding[];
  /** The server could not be asked. */
  failure?: ApiError;
  /** The rules that the answer is about. */
  signature?: string;
  loading: boolean;
}

const WAIT_MS = 350;

/** Longest that an answer is waited for: a save must not hang on it, the server judges it once more. */
const LONGEST_MS = 8000;

/**
 * Asks the server what the rules give, a moment after each change.
 * `ask()` asks at once and answers with the new state: what is about to be saved has been judged as it is.
 */
export function usePreview(rules: SequenceRules, field: EditedField): PreviewState & { ask(): Promise<PreviewState> } {
  const { sequences, t } = useHost();
  const translate = useRef(t);
  translate.current = t;
  const [state, setState] = useState<PreviewState>({ errors: [], loading: true });
  const current = useRef(rules);
  current.current = rules;
  const lastRun = useRef(0);
  const { collection, savedName } = field;
  const signature = signatureOf(rules);

  const ask = useCallback(async () => {
    const run = ++lastRun.current;
    const asked = current.current;
    const answer = await inTime<Judged>(judge(asked, { collection, field: savedName }, sequences), () => ({
      errors: [],
      failure: { message: translate.current('The preview takes too long. The pattern is checked when it is saved.') },
    }));
    const settled = { ...answer, signature: signatureOf(asked), loading: false };
    if (run === lastRun.current) setState((old) => ({ ...settled, preview: answer.preview ?? old.preview }));
    return settled;
  }, [collection, savedName, sequences]);

  useEffect(() => {
    setState((old) => ({ ...old, loading: true }));
    const timer = setTimeout(() => void ask(), WAIT_MS);
    return () => {
      clearTimeout(timer);
      lastRun.current += 1;
    };
  }, [ask, signature]);

  return { ...state, ask };
}

/** What `otherwise` says when the answer is not there in time; it is then no longer waited for. */
function inTime<Result>(answer: Promise<Result>, otherwise: () => Result): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise()), LONGEST_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

type Judged = Pick<PreviewState, 'preview' | 'errors' | 'failure'>;

async function judge(
  { patterns, timezone, unique, inputable, match }: SequenceRules,
  target: { collection: string; field?: string },
  sequences: Host['sequences'],
): Promise<Judged> {
  try {
    const rules = { patterns, timezone: timezone ?? undefined, unique, inputable, match: inputable && match };
    return { preview: await sequences.preview({ ...rules, ...target }), errors: [] };
  } catch (thrown) {
    const errors = toFindings(thrown);
    return errors.length > 0 ? { errors } : { errors: [], failure: toApiError(thrown) };
  }
}
