import type { ClientApplication } from '@nocobase/client-v2';
import { toFindings } from '../api/api-error';
import type { Finding } from '../api/finding-types';
import { isRecord, toText } from '../api/parse';

type Listener = (errors: Finding[]) => void;

const listeners = new Set<Listener>();
const FIELD_SAVE = /\bfields:(create|update)\b/;
const RULE_PATH = /^(patterns\b|timezone$|unique$|inputable$|match$)/;

/** Calls the listener with the places of a field's rules whenever the server refuses to save a field; answers the way out. */
export function onRefusedSave(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Watches the app's calls for refused saves of fields. The calls go on as they are. */
export function watchRefusedSaves(app: ClientApplication): void {
  app.apiClient.axios?.interceptors.response.use(
    (response) => response,
    (thrown: unknown) => {
      const url = isRecord(thrown) && isRecord(thrown.config) ? toText(thrown.config.url) : '';
      if (FIELD_SAVE.test(url)) {
        const errors = toFindings(thrown).filter(({ path }) => RULE_PATH.test(path));
        if (errors.length > 0) listeners.forEach((listener) => listener(errors));
      }
      throw thrown;
    },
  );
}
