/** What a database error means to us, whatever the driver calls it. */
export type DatabaseErrorKind = 'deadlock' | 'lock-timeout' | 'other';

interface DriverError {
  code?: string;
  errno?: number;
  message?: string;
  original?: DriverError;
  parent?: DriverError;
  cause?: DriverError;
}

/** SQLSTATE of a transaction that would succeed when run once more. */
export const TRY_AGAIN = '40001';
const DEADLOCK_CODES = new Set(['40P01', TRY_AGAIN, 'ER_LOCK_DEADLOCK']);
const TIMEOUT_CODES = new Set(['55P03', 'ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY', 'SQLITE_LOCKED']);

/** MySQL and MariaDB tell nothing of a table while somebody changes it, and do not wait: as good as a deadlock. */
const TABLE_IN_CHANGE = 1684;

/**
 * MySQL and MariaDB end the victim's transaction themselves; the platform then fails to roll it back, and this is all that
 * is left of the deadlock.
 */
const ROLLED_BACK_ALREADY = /cannot be rolled back because it has been finished with state: rollback/;

/**
 * Classifies an error by the codes of PostgreSQL (SQLSTATE), MySQL/MariaDB (1213 deadlock, 1205 lock wait timeout) and
 * SQLite. Looks through the wrappers of Sequelize and of an `Error` with a cause.
 */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind {
  let current = error as DriverError | undefined;
  for (let depth = 0; current && depth < 5; depth++) {
    const code = String(current.code ?? '');
    if (DEADLOCK_CODES.has(code) || current.errno === 1213 || current.errno === TABLE_IN_CHANGE) return 'deadlock';
    if (ROLLED_BACK_ALREADY.test(current.message ?? '')) return 'deadlock';
    if (TIMEOUT_CODES.has(code) || current.errno === 1205) return 'lock-timeout';
    current = current.original ?? current.parent ?? current.cause;
  }
  return 'other';
}

export const OUT_OF_RANGE = '22003';
const OUT_OF_RANGE_CODES = new Set([OUT_OF_RANGE, 'ER_DATA_OUT_OF_RANGE', 'ER_WARN_DATA_OUT_OF_RANGE']);

/** True when a number left the range of its column: PostgreSQL 22003, MySQL/MariaDB 1690 and 1264. */
export function isOutOfRange(error: unknown): boolean {
  let current = error as DriverError | undefined;
  for (let depth = 0; current && depth < 5; depth++) {
    if (OUT_OF_RANGE_CODES.has(String(current.code ?? '')) || current.errno === 1690 || current.errno === 1264)
      return true;
    current = current.original ?? current.parent ?? current.cause;
  }
  return false;
}
