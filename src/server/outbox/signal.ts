import type { Transaction } from 'sequelize';
import { reached } from '../foundation/points';
import { rootOf } from '../sequence/counters/root-transaction';

/** Tells listeners of this process that new rows may be visible. A hint: it can come for nothing, and a crash loses it. */
export class CommitSignal {
  private readonly listeners = new Set<() => void>();
  private readonly awaited = new WeakSet<Transaction>();

  constructor(private readonly failed: (error: unknown) => void) {}

  /** Answers how to stop listening. Listeners return at once; what they throw is only logged. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Rows were written: tells it after the commit of the outermost transaction, once for each; without one, now. */
  written(transaction: Transaction | null | undefined): void {
    if (!transaction) return this.tell();
    const root = rootOf(transaction);
    if (this.awaited.has(root)) return;
    this.awaited.add(root);
    root.afterCommit(() => this.tell());
  }

  private tell(): void {
    reached('committed');
    for (const listener of this.listeners) {
      try {
        listener();
      } catch (error) {
        this.failed(error);
      }
    }
  }
}
