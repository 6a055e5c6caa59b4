import type { Database } from '@nocobase/database';
import { randomUUID } from 'node:crypto';

/**
 * Names where events come from: the app and the epoch of its database, so that two databases of one name (a copy, a
 * restore) are told apart. The only writer of the epoch in `outbox_settings`.
 */
export class EventSource {
  private known?: string;

  constructor(
    private readonly db: Database,
    private readonly app: string,
  ) {}

  /** `nocobase/<app>/<epoch>`. @throws Error before `open`. */
  get name(): string {
    if (!this.known) throw new Error('the events of this app are not started');
    return this.known;
  }

  /** Reads the epoch, or makes it on first use; several nodes may do it at once. */
  async open(): Promise<void> {
    const model = this.db.getCollection('outboxSettings').model;
    await model.bulkCreate([{ name: 'epoch', value: randomUUID().slice(0, 8) }], { ignoreDuplicates: true });
    const row = await model.findByPk('epoch');
    this.known = `nocobase/${this.app}/${String(row?.get('value'))}`;
  }
}
