import type { Database, Model } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import type { Actor } from '../foundation/actor';

/** What an operator can do. */
export type OperatorAction = 'replay' | 'skip' | 'retention' | 'alerts';

export interface OperatorEntry {
  action: OperatorAction;
  /** How many deliveries, or settings, it was done to. */
  count: number;
  /** The filter of a replay or skip; before and after of settings. */
  detail: Record<string, unknown> | null;
}

/** Keeps what operators did, by whom; the only writer of `outbox_operations`. */
export class OperationLog {
  constructor(private readonly db: Database) {}

  /** Notes what is part of `transaction`: both are stored, or none. Answers the id of the entry. */
  async add(entry: OperatorEntry, actor: Actor, transaction: Transaction): Promise<string> {
    const row = await this.model.create({ ...entry, ...actor }, { transaction, hooks: false });
    return String(row.get('id' as never));
  }

  /** Notes that it went on: `count` more, in another transaction. */
  async more(id: string, count: number, transaction: Transaction): Promise<void> {
    await this.model.increment({ count }, { where: { id } as never, transaction });
  }

  private get model(): typeof Model {
    return this.db.getCollection('outboxOperations').model as unknown as typeof Model;
  }
}
