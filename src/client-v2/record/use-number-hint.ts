import { useEffect, useState, useSyncExternalStore } from 'react';
import type { HintRequest, NumberHints } from './number-hints';

/** Values are awaited this long before the server is asked again, ms. */
const TYPING_PAUSE_MS = 300;

/**
 * The number that a new record would get now; undefined until it is known, null where nobody can tell. It is asked for
 * again when the values change and after a record was saved. `request: undefined` asks nothing.
 */
export function useNumberHint(hints: NumberHints, request: HintRequest | undefined): string | null | undefined {
  const [answer, setAnswer] = useState<{ to: string; value: string | null }>();
  const saves = useSaves(hints);
  const question = request && JSON.stringify(request);
  const isFirst = answer === undefined;

  useEffect(() => {
    if (question === undefined) return;
    let wanted = true;
    const timer = setTimeout(
      async () => {
        const value = await hints.ask(JSON.parse(question) as HintRequest);
        if (wanted) setAnswer({ to: question, value });
      },
      isFirst ? 0 : TYPING_PAUSE_MS,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [hints, question, saves]);

  return question === undefined ? null : answer?.value;
}

/** Counts the saves of records on this page since it was opened. */
function useSaves(hints: NumberHints): number {
  const [saves] = useState(() => {
    let count = 0;
    return {
      subscribe: (changed: () => void) =>
        hints.onSaved(() => {
          count += 1;
          changed();
        }),
      count: () => count,
    };
  });
  return useSyncExternalStore(saves.subscribe, saves.count);
}
