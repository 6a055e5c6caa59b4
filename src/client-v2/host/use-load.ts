import { useCallback, useEffect, useRef, useState } from 'react';
import { toApiError } from '../api/api-error';
import type { ApiError } from '../api/api-error';

/** Data read from the server, and where the reading stands. Old data stay while a reload runs or after it failed. */
export interface Loaded<T> {
  data?: T;
  error?: ApiError;
  loading: boolean;
  reload: () => void;
}

/** Runs `read` when the component appears, when `deps` change and on `reload()`; only the last run's answer counts. */
export function useLoad<T>(read: () => Promise<T>, deps: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: ApiError; loading: boolean }>({ loading: true });
  const lastRun = useRef(0);
  const currentRead = useRef(read);
  currentRead.current = read;

  const reload = useCallback(() => {
    lastRun.current += 1;
    const run = lastRun.current;
    const settle = (next: { data?: T; error?: ApiError }) => {
      if (run === lastRun.current)
        setState((old) => ({ data: next.data ?? old.data, error: next.error, loading: false }));
    };
    setState((old) => ({ ...old, loading: true }));
    currentRead.current().then(
      (data) => settle({ data }),
      (error: unknown) => settle({ error: toApiError(error) }),
    );
  }, []);

  useEffect(() => {
    reload();
    return () => {
      lastRun.current += 1;
    };
  }, [reload, ...deps]);

  return { ...state, reload };
}
