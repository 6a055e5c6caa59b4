import type { Database, Model } from '@nocobase/database';
import { Op } from 'sequelize';
import { clock } from '../../foundation/clock';
import type { Actor } from './actor';
import type { Within } from '../counters/counters';

const INTERRUPTED_AFTER = 60 * 60 * 1000;

/** One change by hand. `from` and `to`: the next number before and after, as text. */
export interface Change {
  action: 'setNext' | 'backfill' | 'rules';
  collection: string;
  field: string;
  key?: number | null;
  scope?: string;
  period?: string;
  from?: string | null;
  to?: string | null;
  detail?: Record<string, unknown> | null;
}

/** Keeps what was changed by hand, by whom; the only writer of `sequence_changes`. */
export class ChangeLog {
  constructor(private readonly db: Database) {}

  /** Notes a change that is part of `within`: both are stored, or none. */
  async add(change: Change, actor: Actor, within: Within): Promise<void> {
    await this.model().create({ ...change, ...actor, status: 'succeeded' }, { transaction: within });
  }

  /** Notes one that takes time; its end is told by `succeed` or `fail`. Answers its id. */
  async start(change: Change, actor: Actor, total: number): Promise<string> {
    const values = { ...change, ...actor, status: 'running', progressCurrent: 0, progressTotal: total };
    return String((await this.model().create(values)).get('id' as never));
  }

  async progress(id: string, current: number): Promise<void> {
    await this.update(id, { progressCurrent: current });
  }

  async succeed(id: string, detail: Record<string, unknown>): Promise<void> {
    await this.update(id, { status: 'succeeded', detail });
  }

  async fail(id: string, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    await this.update(id, { status: 'failed', detail: { error: message.slice(0, 2000) } });
  }

  /** Changes that a crash cut off stay "running"; after an hour without a sign of life they are called failed. */
  async closeInterrupted(): Promise<void> {
    const before = new Date(clock.now().getTime() - INTERRUPTED_AFTER);
    await this.model().update(
      { status: 'failed', detail: { error: 'interrupted' } },
      { where: { status: 'running', updatedAt: { [Op.lt]: before } } as never },
    );
  }

  private async update(id: string, values: Record<string, unknown>): Promise<void> {
    await this.model().update(values, { where: { id } as never });
  }

  private model(): typeof Model {
    return this.db.getCollection('sequenceChanges').model as unknown as typeof Model;
  }
}
