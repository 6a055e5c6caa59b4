import type { Database } from '@nocobase/database';
import { Transaction } from 'sequelize';

/**
 * Runs `work` in a transaction of its own, for work that reads first and then writes. On SQLite it takes the write lock
 * at its start, for which it waits like any writer: one that begins as a reader fails at its first write as soon as
 * somebody else has written since (SQLITE_BUSY_SNAPSHOT), without any wait.
 */
export function writeTransaction<Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.sequelize.transaction(writing(db), work);
}

/** The options of such a transaction. */
export function writing(db: Database): { type?: Transaction.TYPES } {
  return db.inDialect('sqlite') ? { type: Transaction.TYPES.IMMEDIATE } : {};
}

/**
 * Makes all transactions of the app on SQLite begin like that. The platform's own read what they are about to change, and
 * would fail whenever the relay, which writes beside them, was faster.
 */
export function beginWriting(db: Database): void {
  if (!db.inDialect('sqlite')) return;
  const { options } = db.sequelize as unknown as { options: { transactionType?: Transaction.TYPES } };
  options.transactionType = Transaction.TYPES.IMMEDIATE;
}
