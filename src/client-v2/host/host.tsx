import type { ClientApplication } from '@nocobase/client-v2';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { createContext, useContext } from 'react';
import { createSequencesApi } from '../api/sequences-api';
import type { SequencesApi } from '../api/sequences-api';
import { PLUGIN_NAME } from './namespace';

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
}

const HostContext = createContext<Host | null>(null);

const TEMPLATE = /\{\{\s*t\(\s*["'](.*?)["'].*?\)\s*\}\}/g;
const NAMESPACE = /\bns["']?\s*:\s*["'](.*?)["']/;

/** Builds the host facade from a NocoBase client application (v1 or v2). */
export function createHost(app: ClientApplication): Host {
  return {
    title: (stored) =>
      stored.replace(TEMPLATE, (template, key: string) => {
        const own = NAMESPACE.exec(template)?.[1];
        return String(app.i18n.t(key, { ns: own ? [own, 'client'] : 'client' }));
      }),
    // React escapes what it draws, so i18next must not do it a second time.
    t: (key, values) =>
      String(app.i18n.t(key, { ...values, ns: [PLUGIN_NAME, 'client'], interpolation: { escapeValue: false } })),
    language: app.i18n.language || 'en-US',
    sequences: createSequencesApi((config) => app.apiClient.request({ ...config, skipNotify: true })),
  };
}

/** Gives the host to the pages below, and antd's message and dialog functions in the host's theme. */
export function HostProvider(props: { host: Host; children: ReactNode }) {
  return (
    <HostContext.Provider value={props.host}>
      <App component={false}>{props.children}</App>
    </HostContext.Provider>
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
