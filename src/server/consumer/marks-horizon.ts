import type { Database } from '@nocobase/database';
import type { Envelope } from '../outbox/envelope';

const NAME = 'marksFrom';
/** How long an answer is good for, in milliseconds; the margin below is far more. */
const GOOD_FOR = 5 * 60 * 1000;
/** Between the clocks of app and database, and what was pruned since it was asked, in milliseconds. */
export const MARGIN_MS = 24 * 60 * 60 * 1000;

/**
 * From when on the marks of processed events are complete: older ones may have been pruned. The only writer of it in
 * `outbox_settings`.
 */
export class MarksHorizon {
  private known = 0;
  private askedAt = -Infinity;

  constructor(private readonly db: Database) {}

  /** Milliseconds since 1970; 0 while nothing was ever pruned. May be five minutes old. */
  async read(): Promise<number> {
    if (performance.now() - this.askedAt < GOOD_FOR) return this.known;
    const row = await this.model.findByPk(NAME);
    this.known = Number(row?.get('value') ?? 0);
    this.askedAt = performance.now();
    return this.known;
  }

  /** To be called before marks older than this are removed. Never goes back. */
  async raise(to: number): Promise<void> {
    const row = await this.model.findByPk(NAME);
    const next = Math.max(Number(row?.get('value') ?? 0), Math.floor(to));
    if (row) await row.update({ value: String(next) }, { hooks: false });
    else await this.model.create({ name: NAME, value: String(next) } as never, { hooks: false });
    this.known = next;
    this.askedAt = performance.now();
  }

  private get model() {
    return this.db.getCollection('outboxSettings').model;
  }
}

/** True of an event whose marks may be gone, so that nobody can tell whether it has been processed. Pure. */
export function isTooOld(event: Pick<Envelope, 'time'>, horizon: number): boolean {
  return horizon > 0 && Date.parse(event.time) < horizon + MARGIN_MS;
}
