import type { Database, Model } from '@nocobase/database';
import { clock } from '../../foundation/clock';
import type { Actor } from '../../foundation/actor';
import { alive, closeInterrupted } from '../history/running';
import type { RepairRequest } from './repair';
import type { RepairRow } from './repair-row';

/** Keeps what repairs did; the only writer of `sequence_repairs`. */
export class RepairLog {
  constructor(private readonly db: Database) {}

  async start(request: RepairRequest, actor: Actor): Promise<string> {
    const record = await this.model().create({
      ...actor,
      status: 'running',
      dryRun: request.dryRun ?? false,
      allowLower: request.allowLower ?? false,
      collection: request.collection ?? null,
      field: request.field ?? null,
      startedAt: clock.now(),
    });
    return String(record.get('id' as never));
  }

  async progress(id: string, current: number, total: number): Promise<void> {
    await this.update(id, { progressCurrent: current, progressTotal: total });
  }

  async succeed(id: string, rows: RepairRow[]): Promise<void> {
    await this.update(id, { status: 'succeeded', finishedAt: clock.now(), rows });
  }

  async fail(id: string, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    await this.update(id, { status: 'failed', finishedAt: clock.now(), error: message.slice(0, 2000) });
  }

  /** Does the repair of the row `id`; the row stays alive meanwhile. */
  during<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    return alive(this.model(), id, work);
  }

  /** Repairs that a crash cut off are failed ones. */
  async closeInterrupted(): Promise<void> {
    await closeInterrupted(this.model(), { status: 'failed', error: 'interrupted' });
  }

  private async update(id: string, values: Record<string, unknown>): Promise<void> {
    await this.model().update(values, { where: { id } as never });
  }

  private model(): typeof Model {
    return this.db.getCollection('sequenceRepairs').model as unknown as typeof Model;
  }
}
