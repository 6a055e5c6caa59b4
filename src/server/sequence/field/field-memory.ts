import type { Collection, Database, Model } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { rootOf } from '../counters/root-transaction';
import { lockField } from './turn';

type Known = Collection & { parentFields?(): Map<string, { options: Record<string, unknown> }> };

/** Called for a field whose save was undone, while nobody else can save it. */
export type Undone = (stored: Model) => Promise<void>;

/**
 * Keeps what the app knows of fields true when their saves are undone. The platform takes a field up before its save is
 * stored, and when that fails it forgets the field, or goes on with the rule that was not stored: records would then get
 * no number, or a wrong one, until the next start.
 */
export class FieldMemory {
  private readonly saves = new WeakMap<Transaction, Set<Model>>();

  constructor(
    private readonly db: Database,
    private readonly undone: Undone,
  ) {}

  /** To be told of each save, and removal, of a field before it is made. */
  follow(field: Model, transaction: Transaction | null | undefined): void {
    if (!transaction) return;
    const root = rootOf(transaction);
    for (const each of new Set([root, transaction])) this.watch(each);
    this.saves.get(root)?.add(field);
  }

  /** Sequelize tells nobody of a rollback, and the platform only of those that it makes itself. */
  private watch(transaction: Transaction): void {
    if (this.saves.has(transaction)) return;
    this.saves.set(transaction, new Set());
    const rollback = transaction.rollback.bind(transaction);
    transaction.rollback = async () => {
      try {
        await rollback();
      } finally {
        await this.bringBack(transaction);
      }
    };
  }

  private async bringBack(transaction: Transaction): Promise<void> {
    const root = rootOf(transaction);
    const puts: Array<() => void> = [];
    for (const field of this.saves.get(root) ?? []) {
      try {
        puts.push(await this.restore(field, transaction === root ? null : root));
      } catch (error) {
        this.db.logger.error('a field whose save was undone could not be read anew', { error });
      }
    }
    // The platform forgets them only now. Nobody comes in between, so what was read still holds.
    const event = `transactionRollback:${(transaction as unknown as { id: string }).id}`;
    if (this.db.listenerCount(event) > 0) this.db.on(event, () => puts.forEach((put) => put()));
  }

  /** After a savepoint the transaction around it goes on, and holds what would be waited for. */
  private restore(field: Model, within: Transaction | null): Promise<() => void> {
    if (within) return this.takeUp(field, within);
    return this.db.sequelize.transaction((transaction) => this.takeUp(field, transaction));
  }

  /** Takes up what is stored; the answer does it once more. */
  private async takeUp(field: Model, transaction: Transaction): Promise<() => void> {
    const stored = await lockField(this.db, field, transaction);
    const put = (): void => this.put(field, stored);
    put();
    if (stored) await this.undone(stored);
    return put;
  }

  private put(field: Model, stored: Model | null): void {
    const collection = this.db.getCollection(String(field.get('collectionName'))) as Known | undefined;
    if (!collection) return;
    const name = String((stored ?? field).get('name'));
    const inherited = collection.parentFields?.().get(name);
    if (stored)
      collection.setField(name, { ...stored.toJSON<object>(), __sort: stored.get('sort') as unknown } as never);
    else if (inherited) collection.setField(name, { ...inherited.options, inherit: true } as never);
    else collection.removeField(name);
  }
}
