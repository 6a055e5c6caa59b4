/**
 * Typings of the parts of NocoBase 2.x's two web clients that this plugin uses, and nothing more.
 * Written by hand: the published client packages cannot be installed (some of their dependencies are missing from the registry).
 */
declare module '@nocobase/client-v2' {
  import type { ComponentType } from 'react';

  /** One call of the app's HTTP API; the token, the role and the locale are added by the host. */
  export interface ClientRequestConfig {
    url: string;
    method?: 'get' | 'post';
    params?: Record<string, unknown>;
    data?: unknown;
    /** true: the host shows no notification for a failure, the caller draws it itself. */
    skipNotify?: boolean;
    /** true: a refusal for want of a login does not lead to the login page. */
    skipAuth?: boolean;
  }

  /** What is read of an answer of the HTTP API. */
  export interface ResponseFacts {
    config?: { url?: string };
  }

  /** The app object of both clients, as far as it is used here. */
  export interface ClientApplication {
    apiClient: {
      request(config: ClientRequestConfig): Promise<{ data: unknown }>;
      /** The axios instance behind it, for what is to be seen of all its answers. */
      axios?: {
        interceptors: {
          response: {
            use(seen: <T extends ResponseFacts>(response: T) => T, failed?: (thrown: unknown) => never): unknown;
          };
        };
      };
    };
    i18n: { language: string; t(key: string, options?: Record<string, unknown>): string };
  }

  export interface SettingsMenuItem {
    /** Part of the address; must not contain a dot. */
    key: string;
    title: string;
    icon?: string;
    aclSnippet?: string;
  }

  export interface SettingsPageTabItem {
    /** The menu item must have been added before: the host throws otherwise. */
    menuKey: string;
    key: string;
    title?: string;
    Component?: ComponentType;
    aclSnippet?: string;
    /** Tabs stand in the order of these numbers. */
    sort?: number;
  }

  export interface PluginSettingsManager {
    addMenuItem(item: SettingsMenuItem): void;
    addPageTabItem(item: SettingsPageTabItem): void;
    /** Makes the "Settings" link on the plugin's card lead to the page. */
    setPluginSettingsLink(packageName: string, key: string): void;
  }

  export class Plugin {
    protected app: ModernFieldDialogs;
    readonly pluginSettingsManager: PluginSettingsManager;
    t(text: string, options?: Record<string, unknown>): string;
    load(): Promise<void>;
  }
}

declare module '@nocobase/client' {
  import type { ComponentType } from 'react';
  export interface SettingsPageOptions {
    title: string;
    icon?: string;
    Component?: ComponentType;
    aclSnippet?: string;
    /** Tabs stand in the order of these numbers. */
    sort?: number;
  }

  export class Plugin {
    protected app: ClassicApplication &
      ClassicFieldDialogs & {
        pluginSettingsManager: { add(name: string, options: SettingsPageOptions): void };
      };
    load(): Promise<void>;
  }
}
