import type { CounterName } from '../counters/counter';
import { counterId } from '../counters/counter';

/**
 * Knows how many saves of this process wait for each counter. Told by those who draw; holds nothing back itself.
 */
export class WaitingSaves {
  private readonly byCollection = new Map<string, Map<string, number>>();
  private readonly calls = new Map<string, Array<() => void>>();

  /** A save begins to wait for a counter; the answer is to be called once, when it has its number or gives up. */
  join(counter: CounterName): () => void {
    const id = counterId(counter);
    const counts = this.byCollection.get(counter.collection) ?? new Map<string, number>();
    this.byCollection.set(counter.collection, counts);
    counts.set(id, (counts.get(id) ?? 0) + 1);
    return () => {
      const left = (counts.get(id) ?? 1) - 1;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
      if (counts.size === 0) this.byCollection.delete(counter.collection);
      this.callNext(id);
    };
  }

  /** The most saves that wait for one and the same counter of a collection. */
  longest(collection: string): number {
    let longest = 0;
    for (const count of this.byCollection.get(collection)?.values() ?? []) longest = Math.max(longest, count);
    return longest;
  }

  /** Whether a save of this process waits for this counter. */
  anyAt(counter: CounterName): boolean {
    return (this.byCollection.get(counter.collection)?.get(counterId(counter)) ?? 0) > 0;
  }

  /** Calls back once, when the next of those who wait for this counter has it. */
  onNext(counter: CounterName, call: () => void): void {
    const id = counterId(counter);
    this.calls.set(id, [...(this.calls.get(id) ?? []), call]);
  }

  private callNext(id: string): void {
    const calls = this.calls.get(id);
    if (!calls) return;
    this.calls.delete(id);
    for (const call of calls) call();
  }
}
