import type { Collection, Database, Model } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { dropUnique, isUniqueColumn, makeUnique } from './unique-index';

/**
 * On MySQL and MariaDB a change of a table stores the transaction that it is part of, so a save that fails after it would
 * stay half done. Here the table is changed before anything of the save is written.
 */
export class UniqueFirst {
  constructor(private readonly db: Database) {}

  /**
   * Makes the column of a field unique, or no longer so, and begins the transaction anew.
   *
   * @returns false where there was nothing to do; after true, what was read and held in the transaction is so no more
   */
  async settle(field: Model, isUnique: boolean, transaction: Transaction | null | undefined): Promise<boolean> {
    const isNested = (transaction as { parent?: unknown } | undefined)?.parent !== undefined;
    if (!transaction || isNested || !this.db.inDialect('mysql', 'mariadb')) return false;
    if (!(await this.follow(field, isUnique, transaction))) return false;
    await this.db.sequelize.query('START TRANSACTION', { transaction });
    return true;
  }

  /** A save that was undone leaves the table as it changed it. */
  async undo(stored: Model): Promise<void> {
    if (!this.db.inDialect('mysql', 'mariadb')) return;
    await this.follow(stored, stored.get('unique' as never) === true, null);
  }

  private async follow(field: Model, isUnique: boolean, transaction: Transaction | null): Promise<boolean> {
    const collection = this.db.getCollection(String(field.get('collectionName'))) as Collection | undefined;
    const name = String(field.get('name'));
    if (!collection?.getField(name)) return false;
    if ((await isUniqueColumn(this.db, collection, name, transaction)) === isUnique) return false;
    if (isUnique) await makeUnique(this.db, collection, name, transaction);
    else await dropUnique(this.db, collection, name, transaction);
    return true;
  }
}
