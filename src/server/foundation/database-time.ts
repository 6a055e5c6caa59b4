import type { Database } from '@nocobase/database';

/**
 * SQL for the database's own clock, the only one that decides when leases end and retries are due: clocks of several
 * machines differ. It goes on within a transaction. `milliseconds` may be negative.
 */
export function databaseTime(db: Database, milliseconds = 0): string {
  const whole = Math.trunc(milliseconds);
  if (db.inDialect('sqlite')) {
    const shift = `${whole < 0 ? '-' : '+'}${(Math.abs(whole) / 1000).toFixed(3)} seconds`;
    // As Sequelize writes instants there, so that texts compare as times.
    return `(strftime('%Y-%m-%d %H:%M:%f', 'now', '${shift}') || ' +00:00')`;
  }
  if (db.inDialect('mysql', 'mariadb')) return `(UTC_TIMESTAMP(3) + INTERVAL ${whole * 1000} MICROSECOND)`;
  return `(clock_timestamp() + interval '${whole} milliseconds')`;
}

/** The same, read once in a statement: what is compared with it can be found by an index (PostgreSQL). */
export function databaseTimeOnce(db: Database, milliseconds = 0): string {
  return `(SELECT ${databaseTime(db, milliseconds)})`;
}

/** SQL for the seconds, with their fraction, from one instant to another. */
export function secondsBetween(db: Database, from: string, to: string): string {
  if (db.inDialect('sqlite')) return `((julianday(${to}) - julianday(${from})) * 86400)`;
  if (db.inDialect('mysql', 'mariadb')) return `(TIMESTAMPDIFF(MICROSECOND, ${from}, ${to}) / 1000000)`;
  return `EXTRACT(EPOCH FROM (${to} - ${from}))`;
}
