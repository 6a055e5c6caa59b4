import type { Database, Model } from '@nocobase/database';
import type { Actor } from '../../foundation/actor';
import type { Within } from '../counters/counters';
import { alive, closeInterrupted } from './running';

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

  /** Does what the row `id` is about; the row stays alive meanwhile. */
  during<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    return alive(this.model(), id, work);
  }

  /** Changes that a crash cut off are failed ones. */
  async closeInterrupted(): Promise<void> {
    await closeInterrupted(this.model(), { status: 'failed', detail: { error: 'interrupted' } });
  }

  private async update(id: string, values: Record<string, unknown>): Promise<void> {
    await this.model().update(values, { where: { id } as never });
  }

  private model(): typeof Model {
    return this.db.getCollection('sequenceChanges').model as unknown as typeof Model;
  }
}
