import { Plugin } from '@nocobase/client-v2';
import { registerPatternEditor } from './editor/register';
import { attempt } from './host/attempt';
import { ACL_SNIPPET, PLUGIN_NAME } from './host/namespace';
import { recordNumberOf } from './record';
import { drawNumbersInFlowForms } from './record/flow-number';
import { createSequencesSettings } from './SequencesSettings';

/** The plugin in the modern client (`/v/`). */
export class SequenceOutboxClientV2 extends Plugin {
  /** Adds the settings page, the pattern editor and the numbers in forms. Never throws: an error here would leave the whole app blank. */
  override async load(): Promise<void> {
    attempt('the settings page could not be added', () => this.addSequencesPage());
    attempt('the pattern editor could not be put in place', () => registerPatternEditor(this.app));
    attempt('forms show numbers as the platform does', () => drawNumbersInFlowForms(recordNumberOf(this.app)));
  }

  private addSequencesPage(): void {
    const title = this.t('Sequences');
    const settings = this.pluginSettingsManager;
    settings.addMenuItem({ key: PLUGIN_NAME, title, icon: 'NumberOutlined', aclSnippet: ACL_SNIPPET });
    settings.addPageTabItem({
      menuKey: PLUGIN_NAME,
      key: 'index',
      title,
      Component: createSequencesSettings(this.app),
      aclSnippet: ACL_SNIPPET,
    });
    settings.setPluginSettingsLink(PLUGIN_NAME, PLUGIN_NAME);
  }
}
