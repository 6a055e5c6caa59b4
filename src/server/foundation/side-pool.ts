import type { Database } from '@nocobase/database';
import { Sequelize } from 'sequelize';
import type { Options } from 'sequelize';

/**
 * A pool of at most three connections of our own. A hook that needs a transaction apart from the record's own one uses
 * this; it never takes a second connection of the app's pool, since that deadlocks once as many writers as the pool has
 * connections do it together. Opened on first use, closed with the app.
 */
export class SidePool {
  private pool?: Sequelize;

  constructor(private readonly db: Database) {}

  /** Null on SQLite, where a second connection cannot write beside the first. */
  get sequelize(): Sequelize | null {
    if (this.db.inDialect('sqlite')) return null;
    this.pool ??= new Sequelize({
      ...(this.db.sequelize as unknown as { options: Options }).options,
      ...connectionOf(this.db),
      hooks: {},
      logging: false,
      pool: { max: 3, min: 0, idle: 10_000, acquire: 30_000 },
    });
    return this.pool;
  }

  async close(): Promise<void> {
    const pool = this.pool;
    this.pool = undefined;
    await pool?.close();
  }
}

function connectionOf(db: Database): Options {
  const { host, port, database, username, password } = db.sequelize.config as unknown as Record<string, never>;
  return { host, port, database, username, password };
}
