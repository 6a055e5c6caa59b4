import { backoff } from '../foundation/backoff';
import { clock } from '../foundation/clock';
import { reached } from '../foundation/points';
import type { Drain } from './drain';
import type { Claim, Lease, Leases } from './leases';
import { LEASE_MS } from './leases';
import { WakeUp } from './wake-up';

/** How often an owner looks for work that nobody told it of, in milliseconds. */
const POLL_MS = 1000;
/** The same while no collection has events on and there was nothing to do for a while. */
const IDLE_POLL_MS = 10_000;
const A_WHILE_MS = 60_000;
/** Between two partitions that are taken. */
const MOMENT_MS = 5;
/** How long a stop waits for what is under way. */
const GRACE_MS = 12_000;

interface Parts {
  leases: Leases;
  drain: Drain;
  /** Partitions at once. */
  most: number;
  /** False while no collection has events on. */
  expectsEvents: () => Promise<boolean>;
  warn: (message: string, error: unknown) => void;
}

/**
 * Moves entries from the outbox to the transport: takes a partition that has work, relays it in order, gives it back. Any
 * number of relays in any number of processes share the partitions. Holds nothing while there is nothing to do.
 */
export class Relay {
  private readonly wakeUp = new WakeUp();
  private readonly held = new Map<number, { lease: Lease; drain: Promise<void> }>();
  private running?: Promise<void>;
  private stopping = false;
  /** When there last was something to do. */
  private busyAt = -Infinity;
  private stopRenewing?: () => void;

  constructor(private readonly parts: Parts) {}

  /** Starts to look for work, in the background. Does nothing when it was started before. */
  start(): void {
    this.running ??= this.run();
    this.renewLater();
  }

  /** There may be something to do. */
  wake(): void {
    this.wakeUp.signal();
  }

  /** Takes no more work; what is under way is finished, or left to its lease after a grace time. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wakeUp.signal();
    const ended = this.running ?? Promise.resolve();
    await Promise.race([ended, new Promise<void>((resolve) => clock.after(GRACE_MS, resolve))]);
    this.stopRenewing?.();
  }

  private async run(): Promise<void> {
    let seeded = false;
    let failures = 0;
    while (!this.stopping) {
      let claim: Claim | null = null;
      const asked = this.parts.drain.batch;
      let pause = POLL_MS;
      try {
        if (!seeded) await this.parts.leases.seed();
        seeded = true;
        reached('before-claim');
        if (this.held.size < this.parts.most) claim = await this.parts.leases.claim(asked);
        if (!claim && (await this.isIdle())) pause = IDLE_POLL_MS;
        failures = 0;
      } catch (error) {
        failures += 1;
        pause = backoff(failures, POLL_MS, 30_000);
        if (!this.stopping) this.parts.warn('the relay cannot reach its database', error);
      }
      if (claim) {
        this.begin(claim, asked);
        // Another look at once would only slow down what has just begun, and most often find nothing.
        await clock.sleep(MOMENT_MS);
      } else if (!this.stopping) await this.wakeUp.wait(pause);
    }
    await Promise.all([...this.held.values()].map(({ drain }) => drain));
  }

  private async isIdle(): Promise<boolean> {
    if (this.held.size > 0 || performance.now() - this.busyAt < A_WHILE_MS) return false;
    return !(await this.parts.expectsEvents());
  }

  private begin(claim: Claim, asked: number): void {
    const { lease } = claim;
    this.busyAt = performance.now();
    reached('after-claim', { partition: lease.partition });
    // One that this process lost while it stood still may not have noticed yet.
    const before = this.held.get(lease.partition)?.drain ?? Promise.resolve();
    const drain = before
      .then(() => this.work(claim, asked))
      .finally(() => {
        if (this.held.get(lease.partition)?.lease === lease) this.held.delete(lease.partition);
        // What was committed during the last look at this partition is seen by the next claim.
        this.wakeUp.signal();
      });
    this.held.set(lease.partition, { lease, drain });
  }

  private async work(claim: Claim, asked: number): Promise<void> {
    const { lease } = claim;
    const pause = await this.parts.drain.run(claim, asked, () => !this.stopping);
    await this.parts.leases.release(lease, pause).catch((error: unknown) => {
      this.parts.warn(`partition ${lease.partition} is not given back; it is free when its lease ends`, error);
    });
  }

  private renewLater(): void {
    this.stopRenewing = clock.after(LEASE_MS / 4, () => {
      const held = [...this.held.values()].map(({ lease }) => lease);
      void this.parts.leases
        .renew(held)
        .catch(() => undefined)
        .finally(() => {
          if (!this.stopping || this.held.size > 0) this.renewLater();
        });
    });
  }
}
