import type { Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import type { Envelope } from '../outbox/envelope';

/** One concern made from events. It runs at least once for each event; its effect in the database exactly once. */
export interface PostProcessor {
  /** Stable; part of what is remembered about every event. At most 100 characters. */
  name: string;
  /** Milliseconds for one event, by default 10,000. */
  timeoutMs?: number;
  /** Answers false for events that are nothing to it; nothing is remembered about them. Quick, without the database. */
  wants?(event: Envelope): boolean;
  /**
   * Makes the effect. What it writes with `transaction` is stored together with the mark that the event was processed, or
   * not at all. An effect elsewhere can come twice and needs a key of its own, such as the event's id. One that keeps a state
   * of the record applies an event only where its `sequence` is higher than that of the state: what an operator replays can
   * be older than what came meanwhile.
   * @throws Undeliverable when no later try can work; anything else is tried again
   */
  process(event: Envelope, context: { transaction: Transaction; db: Database }): Promise<unknown>;
}

export const DEFAULT_TIMEOUT_MS = 10_000;

/** No later try can work: the delivery is dead at once, with this reason. */
export class Undeliverable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Undeliverable';
  }
}

/** By name, since a plugin cannot import the class: `Object.assign(new Error(reason), { name: 'Undeliverable' })` will do. */
export function isHopeless(error: unknown): boolean {
  return error instanceof Error && error.name === 'Undeliverable';
}

/** The post-processors of one app. */
export class PostProcessors {
  private readonly byName = new Map<string, PostProcessor>();

  /** @throws when the name is taken, empty or too long. */
  register(processor: PostProcessor): void {
    const { name } = processor;
    if (typeof name !== 'string' || !/^[\w.:-]{1,100}$/.test(name))
      throw new Error(`a post-processor needs a name of 1 to 100 letters, digits, "-", "_", ":" or ".": ${name}`);
    if (this.byName.has(name)) throw new Error(`there is a post-processor "${name}" already`);
    this.byName.set(name, processor);
  }

  get(name: string): PostProcessor | undefined {
    return this.byName.get(name);
  }

  all(): PostProcessor[] {
    return [...this.byName.values()];
  }
}
