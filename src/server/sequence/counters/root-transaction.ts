import type { Transaction } from 'sequelize';

/** The transaction around all savepoints. */
export function rootOf(transaction: Transaction): Transaction {
  const parent = (transaction as Transaction & { parent?: Transaction }).parent;
  return parent ? rootOf(parent) : transaction;
}
