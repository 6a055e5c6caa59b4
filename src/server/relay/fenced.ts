import type { Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { clock } from '../foundation/clock';
import { writing } from '../foundation/write-transaction';
import type { Lease, Leases } from './leases';

/** How long the end of a failed transaction is waited for, in milliseconds. */
const ROLLBACK_MS = 5000;

interface FenceOptions {
  limit?: number;
  repeatable?: boolean;
  progress?: boolean;
  reading?: string;
}

/** Runs transactions that take effect only while a lease lasts. */
export class Fenced {
  constructor(
    private readonly db: Database,
    private readonly leases: Leases,
  ) {}

  /**
   * Runs `work` in a transaction of its own that holds the lease.
   * @param options.limit milliseconds for one statement of it, by default 10,000
   * @param options.repeatable, options.progress see Leases.fence
   * @param options.reading a query whose rows `work` gets; it may see other tables as they were just before the lease was locked
   * @throws LeaseLost, or what `work` throws; nothing of it is stored then
   */
  async within<Result, Row extends object = object>(
    lease: Lease,
    work: (transaction: Transaction, rows: Row[]) => Promise<Result>,
    { limit = 10_000, repeatable = false, progress = false, reading }: FenceOptions = {},
  ): Promise<Result> {
    const transaction = await this.db.sequelize.transaction(writing(this.db));
    try {
      const rows = await this.leases.fence<Row>(lease, transaction, { limit, repeatable, progress, reading });
      const result = await work(transaction, rows);
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
