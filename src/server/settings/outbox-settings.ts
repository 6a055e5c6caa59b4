import type { Database } from '@nocobase/database';
import type { Actor } from '../foundation/actor';
import { InvalidInput } from '../foundation/errors';
import { writeTransaction } from '../foundation/write-transaction';
import type { AlertSettings } from './alert-settings';
import { readAlertSettings } from './alert-settings';
import type { OperationLog } from './operation-log';
import type { Retention } from './retention';
import { retentionDefaults, retentionFaults, retentionInForce } from './retention';
import type { SettingName, SettingsStore } from './settings-store';

/** What operators set on the page; each change is noted with who made it. */
export class OutboxSettings {
  constructor(
    private readonly db: Database,
    private readonly store: SettingsStore,
    private readonly log: OperationLog,
  ) {}

  /** How long rows are kept, in days. */
  async retention(): Promise<Retention> {
    return retentionInForce(await this.store.read('retention'), retentionDefaults());
  }

  async alerts(): Promise<AlertSettings> {
    return readAlertSettings(await this.store.read('alerts'));
  }

  /** @throws InvalidInput with the field that is wrong */
  async saveRetention(wanted: Record<keyof Retention, unknown>, actor: Actor): Promise<void> {
    const faults = retentionFaults(wanted);
    if (faults.length > 0) throw new InvalidInput(faults);
    await this.save('retention', wanted, actor);
  }

  /** Takes them as they are: what they name is looked up by who calls. */
  async saveAlerts(wanted: AlertSettings, actor: Actor): Promise<void> {
    await this.save('alerts', wanted, actor);
  }

  private async save(name: SettingName, wanted: object, actor: Actor): Promise<void> {
    await writeTransaction(this.db, async (transaction) => {
      const stored = await this.store.read(name, transaction);
      const before = (name === 'retention'
        ? retentionInForce(stored, retentionDefaults())
        : readAlertSettings(stored)) as unknown as Record<string, unknown>;
      const after = wanted as Record<string, unknown>;
      const changed = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
      await this.store.write(name, wanted, transaction);
      // The language only follows who saves.
      const told = changed.filter((key) => key !== 'language');
      if (told.length === 0) return;
      const pick = (from: Record<string, unknown>) => Object.fromEntries(told.map((key) => [key, from[key]]));
      const detail = { before: pick(before), after: pick(after) };
      await this.log.add({ action: name, count: told.length, detail }, actor, transaction);
    });
  }
}
