import type { Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { clock } from '../foundation/clock';
import { reached } from '../foundation/points';
import type { BlobStores } from '../blob/blob-store';
import { unpacked } from '../blob/offload';
import type { Envelope } from '../outbox/envelope';
import type { Fenced } from '../relay/fenced';
import type { Lease } from '../relay/leases';
import { LeaseLost } from '../relay/leases';
import type { FailedDeliveries, FailedDelivery, Parked } from './failed-deliveries';
import type { MarksHorizon } from './marks-horizon';
import { isTooOld } from './marks-horizon';
import { described, tooOld } from './parked';
import type { PostProcessor, PostProcessors } from './post-processors';
import { DEFAULT_TIMEOUT_MS, Undeliverable, isHopeless } from './post-processors';
import type { ProcessedEvents } from './processed-events';
import type { EventMeters } from '../telemetry/meters';
import { traced } from '../telemetry/tracing';
import { delayAfter, outcomeOf } from './retry-policy';
import type { StandingRow } from './standing';
import { standingFrom, standingSql } from './standing';

/** Events of one transaction; past this many milliseconds it is committed and another one follows. */
const TOGETHER_MS = 500;
/** Retries between two looks at the outbox. */
const RETRIES = 20;

interface Parts {
  db: Database;
  fenced: Fenced;
  postProcessors: PostProcessors;
  processed: ProcessedEvents;
  failed: FailedDeliveries;
  blobs: BlobStores;
  horizon: MarksHorizon;
  meters: EventMeters;
}

/** An effect that did not work: which event of those given, and why. */
class EffectFailed extends Error {
  constructor(
    readonly index: number,
    readonly why: unknown,
  ) {
    super('an effect failed');
  }
}

/**
 * Runs the post-processors over events of one partition, in order. An event is marked as processed in the transaction of
 * its effect; what does not work is parked for that post-processor alone, and later events of the same record wait behind
 * it there.
 */
export class Consumer {
  constructor(private readonly parts: Parts) {}

  /** Returns once every post-processor has had each event, or has it parked. @throws LeaseLost, or when nothing can be stored */
  async deliver(lease: Lease, events: Envelope[]): Promise<void> {
    for (const processor of this.parts.postProcessors.all()) await this.deliverTo(processor, lease, events);
  }

  /**
   * Parks events untried: one of them may have ended the process that had them before. Each then counts its attempts before
   * they begin.
   */
  async deliverCarefully(lease: Lease, events: Envelope[]): Promise<void> {
    for (const processor of this.parts.postProcessors.all()) {
      const wanted = events.filter((event) => wants(processor, event));
      if (wanted.length === 0) continue;
      const reading = standingSql(this.parts.db, processor.name, wanted);
      const horizon = await this.parts.horizon.read();
      const work = async (transaction: Transaction, rows: StandingRow[]): Promise<void> => {
        const { skip, blocked } = standingFrom(rows);
        const parked: Parked[] = [];
        for (const event of wanted) {
          if (skip.has(event.id)) continue;
          if (isTooOld(event, horizon)) {
            parked.push(tooOld(processor.name, lease, event));
            continue;
          }
          parked.push({
            ...described(processor.name, lease, event),
            reason: 'taken over from a process that ended or stopped',
            nextTry: blocked.has(event.subject) ? null : 0,
          });
          blocked.add(event.subject);
        }
        await this.parkWaiting(parked, transaction);
      };
      await this.parts.fenced.within(lease, work, { reading });
    }
  }

  /** Tries parked deliveries again whose time has come; true when there were any. */
  async retryDue(lease: Lease, goOn: () => boolean): Promise<boolean> {
    const due = await this.parts.failed.due(lease.partition, RETRIES);
    let tried = false;
    for (const delivery of due) if (goOn()) tried = (await this.retry(lease, delivery)) || tried;
    return tried;
  }

  private async deliverTo(processor: PostProcessor, lease: Lease, events: Envelope[]): Promise<void> {
    let rest = events.filter((event) => wants(processor, event));
    let most = rest.length;
    while (rest.length > 0) {
      const now = rest.slice(0, most);
      try {
        rest = rest.slice(await this.together(processor, lease, now));
        most = rest.length;
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        const [index, why] = error instanceof EffectFailed ? [error.index, error.why] : [now.length - 1, error];
        // What stood before it was undone with it, and is done again without it.
        if (index > 0) most = error instanceof EffectFailed ? index : 1;
        else {
          await this.park(processor, lease, now[0], why);
          rest = rest.slice(1);
          most = rest.length;
        }
      }
    }
  }

  /** One transaction for as many as there is time for; answers how many that were. */
  private async together(processor: PostProcessor, lease: Lease, events: Envelope[]): Promise<number> {
    reached('before-effect', { postProcessor: processor.name });
    const horizon = await this.parts.horizon.read();
    const { count, done } = await this.parts.fenced.within(
      lease,
      async (transaction, rows: StandingRow[]) => {
        const { skip, blocked } = standingFrom(rows);
        const end = performance.now() + TOGETHER_MS;
        const done: Envelope[] = [];
        const waiting: Parked[] = [];
        let count = 0;
        for (const event of events) {
          if (count > 0 && performance.now() > end) break;
          count += 1;
          if (skip.has(event.id)) continue;
          if (isTooOld(event, horizon)) {
            waiting.push(tooOld(processor.name, lease, event));
            continue;
          }
          if (blocked.has(event.subject)) {
            const reason = 'waits for an earlier event of the same record';
            waiting.push({ ...described(processor.name, lease, event), reason, nextTry: null });
            continue;
          }
          await this.effect(processor, event, transaction).catch((why: unknown) => {
            throw new EffectFailed(count - 1, why);
          });
          done.push(event);
        }
        reached('before-mark', { postProcessor: processor.name });
        const marks = done.map(({ id }) => id);
        await this.parts.processed.mark(processor.name, marks, transaction);
        await this.parkWaiting(waiting, transaction);
        reached('after-mark', { postProcessor: processor.name });
        return { count, done };
      },
      { limit: timeoutOf(processor) + 5000, reading: standingSql(this.parts.db, processor.name, events) },
    );
    this.processed(processor, done);
    reached('after-effect', { postProcessor: processor.name });
    return count;
  }

  /** Parks events behind others of their record. If an operator took those away meanwhile, the next has its turn. */
  private async parkWaiting(waiting: Parked[], transaction: Transaction): Promise<void> {
    await this.parts.failed.park(waiting, transaction);
    const left = waiting.filter(({ status, nextTry }) => status === 'retrying' && nextTry === null);
    const behind = new Map(left.map((one) => [one.subject, one]));
    for (const { postProcessor, subject } of behind.values())
      await this.parts.failed.letFollow(postProcessor, subject, transaction);
  }

  private async effect(processor: PostProcessor, message: Envelope, transaction: Transaction): Promise<void> {
    const version: string = message.specversion;
    if (version !== '1.0') throw new Undeliverable(`unknown version of the envelope: ${version}`);
    const event = await unpacked(message, this.parts.blobs);
    const { db } = this.parts;
    const limit = timeoutOf(processor);
    let stop = (): void => undefined;
    const tooLate = new Promise<never>((_, reject) => {
      stop = clock.after(limit, () => reject(new Error(`took longer than ${limit} ms`)));
    });
    try {
      // Called in a promise, so that one that throws before it returns one fails in the same way.
      await Promise.race([
        Promise.resolve().then(() =>
          traced(event, processor.name, async () => processor.process(event, { transaction, db })),
        ),
        tooLate,
      ]);
    } finally {
      stop();
    }
  }

  private processed({ name }: PostProcessor, events: Envelope[]): void {
    if (events.length === 0) return;
    const now = clock.now().getTime();
    const ages = events.map(({ time }) => now - Date.parse(time));
    this.parts.meters.processed(name, ages);
  }

  private async park(processor: PostProcessor, lease: Lease, event: Envelope, why: unknown): Promise<void> {
    const status = outcomeOf(1, isHopeless(why));
    this.parts.meters.failed(processor.name, status);
    await this.parts.fenced.within(lease, (transaction) =>
      this.parts.failed.park(
        [
          {
            ...described(processor.name, lease, event),
            status,
            attempts: 1,
            error: textOf(why),
            reason: status === 'dead' ? textOf(why) : null,
            nextTry: status === 'dead' ? null : delayAfter(1),
          },
        ],
        transaction,
      ),
    );
  }

  private async retry(lease: Lease, delivery: FailedDelivery): Promise<boolean> {
    const { fenced, failed, processed, postProcessors } = this.parts;
    const attempt = delivery.attemptsStarted + 1;
    const turn = await fenced.within(lease, (transaction) => failed.start(delivery, delayAfter(attempt), transaction));
    if (!turn) return false;
    const processor = postProcessors.get(delivery.postProcessor);
    const made: Envelope[] = [];
    try {
      reached('before-effect', { postProcessor: delivery.postProcessor });
      await fenced.within(
        lease,
        async (transaction) => {
          if (!processor) throw new Error(`there is no post-processor "${delivery.postProcessor}"`);
          const done = await processed.among(processor.name, [delivery.eventId], transaction);
          if (!done.has(delivery.eventId)) {
            const event = parsed(delivery.envelope);
            await this.effect(processor, event, transaction);
            made.push(event);
            reached('before-mark', { postProcessor: processor.name });
            await processed.mark(processor.name, [delivery.eventId], transaction);
          }
          await failed.done(delivery, transaction);
          reached('after-mark', { postProcessor: processor.name });
        },
        { limit: timeoutOf(processor) + 5000 },
      );
      if (processor) this.processed(processor, made);
      reached('after-effect', { postProcessor: delivery.postProcessor });
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      const status = outcomeOf(attempt, isHopeless(error));
      this.parts.meters.failed(delivery.postProcessor, status);
      const reason = status === 'dead' ? `given up after ${attempt} attempts: ${textOf(error)}` : null;
      await fenced.within(lease, (transaction) =>
        failed.failed(delivery, { status, error: textOf(error), reason }, transaction),
      );
    }
    return true;
  }
}

function timeoutOf(processor: PostProcessor | undefined): number {
  return processor?.timeoutMs ?? DEFAULT_TIMEOUT_MS;
}

function wants(processor: PostProcessor, event: Envelope): boolean {
  try {
    return processor.wants?.(event) ?? true;
  } catch {
    // The fault shows when it runs, and is parked there.
    return true;
  }
}

function parsed(text: string): Envelope {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    throw new Undeliverable('the stored envelope cannot be read');
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
