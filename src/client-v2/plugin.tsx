import { Plugin } from '@nocobase/client-v2';
import { registerPatternEditor } from './editor/register';
import { attempt } from './host/attempt';
import { ACL_SNIPPET, PLUGIN_NAME } from './host/namespace';
import { recordNumberOf } from './record';
import { drawNumbersInFlowForms } from './record/flow-number';
import { createOutboxSettings } from './OutboxSettings';
import { createSequencesSettings } from './SequencesSettings';

/** The plugin in the modern client (`/v/`). */
export class SequenceOutboxClientV2 extends Plugin {
  /** Adds the settings page, the pattern editor and the numbers in forms. Never throws: an error here would leave the whole app blank. */
  override async load(): Promise<void> {
    attempt('the settings page could not be added', () => this.addPages());
    attempt('the pattern editor could not be put in place', () => registerPatternEditor(this.app));
    attempt('forms show numbers as the platform does', () => drawNumbersInFlowForms(recordNumberOf(this.app)));
  }

  private addPages(): void {
    const settings = this.pluginSettingsManager;
    settings.addMenuItem({
      key: PLUGIN_NAME,
      title: this.t('Sequences & events'),
      icon: 'NumberOutlined',
      aclSnippet: ACL_SNIPPET,
    });
    const tab = { menuKey: PLUGIN_NAME, aclSnippet: ACL_SNIPPET };
    const [Sequences, Outbox] = [createSequencesSettings(this.app), createOutboxSettings(this.app)];
    settings.addPageTabItem({ ...tab, key: 'index', title: this.t('Sequences'), Component: Sequences, sort: 1 });
    settings.addPageTabItem({ ...tab, key: 'outbox', title: this.t('Outbox'), Component: Outbox, sort: 3 });
    settings.setPluginSettingsLink(PLUGIN_NAME, PLUGIN_NAME);
  }
}
