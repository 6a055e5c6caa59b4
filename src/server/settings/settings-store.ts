import type { Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';

/** What can be set on the page; the epoch in the same table belongs to outbox/source.ts. */
export type SettingName = 'retention' | 'alerts';

/** Settings of the events as operators have them, as JSON in `outbox_settings`; the database is asked each time. */
export class SettingsStore {
  constructor(private readonly db: Database) {}

  /** Undefined when nothing was set, or nothing that can be read. */
  async read(name: SettingName, transaction?: Transaction): Promise<unknown> {
    const row = await this.model.findByPk(name, { transaction });
    try {
      return row ? (JSON.parse(String(row.get('value'))) as unknown) : undefined;
    } catch {
      return undefined;
    }
  }

  async write(name: SettingName, value: object, transaction: Transaction): Promise<void> {
    const text = JSON.stringify(value);
    const row = await this.model.findByPk(name, { transaction });
    if (row) await row.update({ value: text }, { transaction, hooks: false });
    else await this.model.create({ name, value: text } as never, { transaction, hooks: false });
  }

  private get model() {
    return this.db.getCollection('outboxSettings').model;
  }
}
