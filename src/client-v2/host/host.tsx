import type { ClientApplication } from '@nocobase/client-v2';
import { App, ConfigProvider, theme } from 'antd';
import type { ReactNode } from 'react';
import { createContext, useContext } from 'react';
import { createOutboxApi } from '../api/outbox-api';
import type { OutboxApi } from '../api/outbox-types';
import { createRecordsApi } from '../api/records-api';
import type { RecordsApi } from '../api/records-api';
import { createSequencesApi } from '../api/sequences-api';
import type { SendRequest, SequencesApi } from '../api/sequences-api';
import { PLUGIN_NAME } from './namespace';
import { readStoredTitle } from './stored-title';

/** Translates an English text; `{{name}}` in it is replaced by `values.name`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** What the pages need of the client they run in. Both NocoBase clients give it, so one set of pages serves both. */
export interface Host {
  t: Translate;
  /** BCP 47 tag of the person's language, for dates and numbers. */
  language: string;
  sequences: SequencesApi;
  /** A title as the platform stores it: plain text, or a template like `{{t("Created at")}}` that is translated. */
  title: (stored: string) => string;
  records: RecordsApi;
  outbox: OutboxApi;
}

const HostContext = createContext<Host | null>(null);

/** Builds the host facade from a NocoBase client application (v1 or v2). */
export function createHost(app: ClientApplication): Host {
  // React escapes what it draws, so i18next must not do it a second time.
  const translate = (key: string, options: Record<string, unknown>) =>
    String(app.i18n.t(key, { ...options, interpolation: { escapeValue: false } }));
  const readTitle = (title: string) =>
    readStoredTitle(title, (key, namespace) => translate(key, { ns: namespace ? [namespace, 'client'] : 'client' }));
  const send: SendRequest = (config) => app.apiClient.request({ ...config, skipNotify: true });
  return {
    title: readTitle,
    t: (key, values) => translate(key, { ...values, ns: [PLUGIN_NAME, 'client'] }),
    language: app.i18n.language || 'en-US',
    sequences: createSequencesApi(send, readTitle),
    records: createRecordsApi(send, readTitle),
    outbox: createOutboxApi(send, readTitle),
  };
}

/** Gives the host to the pages below, and antd's message and dialog functions in the host's theme. */
export function HostProvider(props: { host: Host; children: ReactNode }) {
  return (
    <HostContext.Provider value={props.host}>
      <ReadableTheme>
        <App component={false}>{props.children}</App>
      </ReadableTheme>
    </HostContext.Provider>
  );
}

/** The host's theme, with the small print dark enough to be read (WCAG AA): antd's own is too pale on white. */
function ReadableTheme({ children }: { children: ReactNode }) {
  const { token } = theme.useToken();
  const smallPrint = token.colorTextSecondary;
  return (
    <ConfigProvider theme={{ token: { colorTextDescription: smallPrint, colorTextTertiary: smallPrint } }}>
      {children}
    </ConfigProvider>
  );
}

/** The host of the current page. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost() needs a HostProvider above it');
  return host;
}

/** The translate function of the current page. */
export function useT(): Translate {
  return useHost().t;
}
