import type { ClientApplication } from '@nocobase/client-v2';
import { toRecord } from '../api/parse';

/** The record a number is wanted for. */
export interface HintRequest {
  collection: string;
  field: string;
  /** Values of the record that its number depends on. */
  values: Record<string, unknown>;
}

/** Tells the number that a new record would get now; nothing is taken. */
export interface NumberHints {
  /** null where nobody can tell: no permission, an error, no connection. Never rejects, never shows a message. */
  ask(request: HintRequest): Promise<string | null>;
  /** Calls `listener` when a record has been saved, since the number to come may be another then; answers how to stop. */
  onSaved(listener: () => void): () => void;
}

const SAVING_ACTION = /:(create|update|firstOrCreate|updateOrCreate|publicSubmit)(\?|$)/;

/** The hints of a NocoBase client application (v1 or v2). */
export function createNumberHints(app: ClientApplication): NumberHints {
  const listeners = new Set<() => void>();
  app.apiClient.axios?.interceptors.response.use((response) => {
    if (SAVING_ACTION.test(response?.config?.url ?? '')) listeners.forEach((listener) => listener());
    return response;
  });
  return {
    ask: ({ collection, field, values }) => ask(app, { collection, field, values: JSON.stringify(values) }),
    onSaved(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function ask(app: ClientApplication, params: Record<string, string>): Promise<string | null> {
  try {
    // skipAuth: a visitor of a public form must not be sent to the login page for want of a hint.
    const config = { url: 'sequences:hint', method: 'get' as const, params, skipNotify: true, skipAuth: true };
    const { data } = await app.apiClient.request(config);
    const { value } = toRecord(toRecord(data).data);
    return typeof value === 'string' && value !== '' ? value : null;
  } catch {
    return null;
  }
}
