import type { Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { clock } from '../foundation/clock';
import { writing } from '../foundation/write-transaction';
import type { Lease, Leases } from './leases';

/** How long the end of a failed transaction is waited for, in milliseconds. */
const ROLLBACK_MS = 5000;

/** Runs transactions that take effect only while a lease lasts. */
export class Fenced {
  constructor(
    private readonly db: Database,
    private readonly leases: Leases,
  ) {}

  /**
   * Runs `work` in a transaction of its own that holds the lease.
   * @param limit milliseconds for one statement of it
   * @throws LeaseLost, or what `work` throws; nothing of it is stored then
   */
  async within<Result>(
    lease: Lease,
    work: (transaction: Transaction) => Promise<Result>,
    limit = 10_000,
  ): Promise<Result> {
    const transaction = await this.db.sequelize.transaction(writing(this.db));
    try {
      await this.leases.fence(lease, transaction, limit);
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      await rollBack(transaction);
      throw error;
    }
  }
}

/** A statement that still runs in the transaction may hold its end back; nobody is to wait for that for long. */
async function rollBack(transaction: Transaction): Promise<void> {
  if ((transaction as unknown as { finished?: string }).finished) return;
  const ended = transaction.rollback().catch(() => undefined);
  await Promise.race([ended, new Promise<void>((resolve) => clock.after(ROLLBACK_MS, resolve))]);
}
