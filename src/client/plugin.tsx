import { Plugin } from '@nocobase/client';
import { ACL_SNIPPET, PLUGIN_NAME, tExpr } from '../client-v2/host/namespace';
import { createSequencesSettings } from '../client-v2/SequencesSettings';

/** The plugin in the classic client (`/admin`): a thin shell over the modern client's pages. */
export class SequenceOutboxClient extends Plugin {
  /** Adds the settings page. Never throws: an error here would leave the whole app blank. */
  override async load(): Promise<void> {
    try {
      this.app.pluginSettingsManager.add(PLUGIN_NAME, {
        title: tExpr('Sequences'),
        icon: 'NumberOutlined',
        Component: createSequencesSettings(this.app),
        aclSnippet: ACL_SNIPPET,
      });
    } catch (error) {
      console.error(`[${PLUGIN_NAME}] the settings page could not be added`, error);
    }
  }
}
