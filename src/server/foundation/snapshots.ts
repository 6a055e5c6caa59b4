import type { Database } from '@nocobase/database';
import type { Sequelize, Transaction } from 'sequelize';
import type { SidePool } from './side-pool';

/** How long a read waits while a table is being changed, in seconds. Nobody would end that wait otherwise. */
const WAIT = 10;

/**
 * On MySQL and MariaDB a transaction reads what was there when it first read anything, whatever it waited for since. Who
 * decides by what others have stored meanwhile has to look from outside, too.
 */
export class Snapshots {
  private readonly limited = new WeakSet<object>();

  constructor(
    private readonly db: Database,
    private readonly side: SidePool,
  ) {}

  /**
   * Runs a read with all that is committed by now, on the side pool; null where `within` sees that by itself. What
   * `within` itself wrote is not seen there.
   */
  async outside<Found>(
    within: Transaction | null | undefined,
    read: (transaction: Transaction) => Promise<Found>,
  ): Promise<Found | null> {
    const side = within && this.db.inDialect('mysql', 'mariadb') ? this.side.sequelize : null;
    if (!side) return null;
    return side.transaction(async (transaction) => {
      await this.limitWaits(side, transaction);
      return read(transaction);
    });
  }

  /** Once for each connection: a save that opens a thousand counters looks outside as often. */
  private async limitWaits(side: Sequelize, transaction: Transaction): Promise<void> {
    const { connection } = transaction as unknown as { connection: object };
    if (this.limited.has(connection)) return;
    await side.query(`SET SESSION lock_wait_timeout = ${WAIT}`, { transaction });
    this.limited.add(connection);
  }
}
