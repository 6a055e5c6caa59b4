import { toApiError } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import type { CounterTarget, Health } from '../api/types';

export type FieldTarget = Required<CounterTarget>;

/** What is known of the health of one field. The last figures stay while they are read anew or after that failed. */
export interface HealthState {
  step: 'waiting' | 'reading' | 'known' | 'failed';
  health?: Health;
  error?: ApiError;
}

export type HealthStates = ReadonlyMap<string, HealthState>;

/** So many fields are looked at together: each may read a whole table. */
export const MOST_AT_ONCE = 2;

/** The key of a field in HealthStates. */
export function fieldId({ collection, field }: FieldTarget): string {
  return JSON.stringify([collection, field]);
}

/** Asks for the health of fields one by one, a few at a time, and tells listeners of every step. */
export class HealthChecks {
  private states: HealthStates = new Map();
  private readonly queue = new Map<string, FieldTarget>();
  private readonly listeners = new Set<() => void>();
  private running = 0;

  constructor(private readonly read: (target: FieldTarget) => Promise<Health | undefined>) {}

  readonly getStates = (): HealthStates => this.states;

  /** @returns a function that ends the listening; with the last listener gone, fields still waiting are forgotten. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    this.startNext();
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** Looks at these fields again, after those that wait already. */
  check(targets: readonly FieldTarget[]): void {
    for (const target of targets) {
      this.queue.set(fieldId(target), target);
      this.change(target, { step: 'waiting', error: undefined });
    }
    this.startNext();
  }

  /** Looks at those of the fields that have not been looked at. */
  checkNew(targets: readonly FieldTarget[]): void {
    this.check(targets.filter((target) => !this.states.has(fieldId(target))));
  }

  private startNext(): void {
    while (this.running < MOST_AT_ONCE && this.listeners.size > 0) {
      const [next] = this.queue;
      if (!next) return;
      this.queue.delete(next[0]);
      void this.run(next[1]);
    }
  }

  private async run(target: FieldTarget): Promise<void> {
    this.running += 1;
    this.change(target, { step: 'reading' });
    try {
      this.finish(target, { step: 'known', health: await this.read(target) });
    } catch (thrown) {
      this.finish(target, { step: 'failed', error: toApiError(thrown) });
    }
    this.running -= 1;
    this.startNext();
  }

  /** A field that was asked for again meanwhile still waits: its last answer is out of date. */
  private finish(target: FieldTarget, state: HealthState): void {
    this.change(target, this.queue.has(fieldId(target)) ? { ...state, step: 'waiting', error: undefined } : state);
  }

  private change(target: FieldTarget, change: HealthState): void {
    const id = fieldId(target);
    this.states = new Map(this.states).set(id, { ...this.states.get(id), ...change });
    for (const listener of this.listeners) listener();
  }
}

/** Whether somebody should look at the field: a gap alone is no fault, deleted records leave gaps. */
export function needsAttention(state: HealthState | undefined): boolean {
  if (!state) return false;
  if (state.step === 'failed') return true;
  const { health } = state;
  if (!health) return false;
  return !health.works || health.behind || health.duplicates + health.nulls + health.unreadable > 0;
}
