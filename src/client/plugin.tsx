import { Plugin } from '@nocobase/client';
import { attempt } from '../client-v2/host/attempt';
import { ACL_SNIPPET, PLUGIN_NAME, tExpr } from '../client-v2/host/namespace';
import { recordNumberOf } from '../client-v2/record';
import { drawNumbersInFlowForms } from '../client-v2/record/flow-number';
import { createOutboxSettings } from '../client-v2/OutboxSettings';
import { createSequencesSettings } from '../client-v2/SequencesSettings';
import { registerPatternEditor } from './editor/register';
import { drawNumbersInClassicForms } from './record-field';

/** The plugin in the classic client (`/admin`): a thin shell over the modern client's pages. */
export class SequenceOutboxClient extends Plugin {
  /** Adds the settings page, the pattern editor and the numbers in forms. Never throws: an error here would leave the whole app blank. */
  override async load(): Promise<void> {
    attempt('the settings page could not be added', () => this.addPages());
    attempt('the pattern editor could not be put in place', () => registerPatternEditor(this.app));
    attempt('forms show numbers as the platform does', () => this.drawNumbers());
  }

  private addPages(): void {
    const settings = this.app.pluginSettingsManager;
    const aclSnippet = ACL_SNIPPET;
    const [Sequences, Outbox] = [createSequencesSettings(this.app), createOutboxSettings(this.app)];
    settings.add(PLUGIN_NAME, { title: tExpr('Sequences & events'), icon: 'NumberOutlined', aclSnippet });
    settings.add(`${PLUGIN_NAME}.sequences`, {
      title: tExpr('Sequences'),
      Component: Sequences,
      aclSnippet,
      sort: 1,
    });
    settings.add(`${PLUGIN_NAME}.outbox`, { title: tExpr('Outbox'), Component: Outbox, aclSnippet, sort: 3 });
  }

  private drawNumbers(): void {
    const RecordNumber = recordNumberOf(this.app);
    drawNumbersInClassicForms(this.app, RecordNumber);
    drawNumbersInFlowForms(RecordNumber);
  }
}
