import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';

/**
 * Warns when other programs are connected to the app's database: nodes of this app that run without the plugin keep the
 * built-in field, which repeats numbers, until they restart. The database cannot tell a node from another program.
 */
export async function warnOfOtherNodes(db: Database, warn: (message: string) => void): Promise<void> {
  const sql = connectionCount(db);
  if (!sql) return;
  const [row] = await db.sequelize.query<{ connections: string }>(sql, { type: QueryTypes.SELECT });
  const { pool } = db.sequelize.connectionManager as unknown as { pool?: { size?: number } };
  const others = Number(row?.connections ?? 0) - (pool?.size ?? 0);
  if (others <= 0) return;
  warn(
    `${others} other connections to this database are open. If other nodes of this app run, restart them now: until then they keep the built-in sequence field, which can repeat numbers.`,
  );
}

function connectionCount(db: Database): string | null {
  if (db.inDialect('postgres')) {
    return `SELECT count(*) AS connections FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`;
  }
  if (db.inDialect('mysql', 'mariadb'))
    return 'SELECT COUNT(*) AS connections FROM information_schema.processlist WHERE db = DATABASE()';
  return null;
}
