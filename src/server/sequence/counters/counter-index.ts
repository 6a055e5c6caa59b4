import type { Database } from '@nocobase/database';
import { writeTransaction } from '../../foundation/write-transaction';
import { QueryTypes } from 'sequelize';
import { counterColumn, counterTable, counterTableName } from './counter-table';

/** The unique index that makes every counter exist once. */
export const COUNTER_INDEX = {
  name: 'sequences_counter_uk',
  unique: true,
  fields: ['collection', 'field', 'key', 'scope', 'period'],
};

/** The collation in which texts are equal when their characters are. */
const EXACT = 'utf8mb4_bin';

interface StoredIndex {
  name: string;
  unique: boolean;
  fields: Array<{ attribute: string }>;
}

/**
 * Merges rows that name the same counter (the built-in field can leave some): the oldest row stays, with the highest
 * value. Works before and after `scope` and `period` exist. Answers how many rows were removed.
 */
export async function mergeDuplicateCounters(db: Database): Promise<number> {
  const columns = await storedColumns(db);
  if (columns.size === 0) return 0;
  const t = counterTable(db);
  const identity = (['collection', 'field', 'key', 'scope', 'period'] as const)
    .map((name) => t[name])
    .filter((name) => columns.has(bare(name)));
  return writeTransaction(db, async (transaction) => {
    const doubled = await db.sequelize.query<Record<string, unknown>>(
      `SELECT ${identity.join(', ')}, MIN(${t.id}) AS keep_id, MAX(${t.current}) AS highest, MAX(${t.lastGeneratedAt}) AS latest
       FROM ${t.table} WHERE ${t.key} IS NOT NULL GROUP BY ${identity.join(', ')} HAVING COUNT(*) > 1`,
      { type: QueryTypes.SELECT, transaction },
    );
    for (const row of doubled) {
      const same = identity.map((name, i) => `${name} = :v${i}`).join(' AND ');
      const replacements: Record<string, unknown> = { keep: row.keep_id, highest: row.highest, latest: row.latest };
      identity.forEach((name, i) => (replacements[`v${i}`] = row[bare(name)]));
      await db.sequelize.query(`DELETE FROM ${t.table} WHERE ${same} AND ${t.id} <> :keep`, {
        replacements,
        transaction,
      });
      await db.sequelize.query(
        `UPDATE ${t.table} SET ${t.current} = :highest, ${t.lastGeneratedAt} = :latest WHERE ${t.id} = :keep`,
        { replacements, transaction },
      );
    }
    return doubled.length;
  });
}

/**
 * Makes sure that the unique index is there and tells scopes apart; a restore or a foreign sync can have dropped it. Answers true when it had to
 * be made. Two nodes may do it at once.
 */
export async function ensureCounterIndex(db: Database): Promise<boolean> {
  const columns = await storedColumns(db);
  if (!columns.has(bare(counterTable(db).scope))) return false;
  await compareScopesExactly(db);
  if (await hasIndex(db)) return false;
  await mergeDuplicateCounters(db);
  const fields = COUNTER_INDEX.fields.map((name) => counterColumn(db, name));
  try {
    await db.sequelize.getQueryInterface().addIndex(counterTableName(db), fields, {
      name: COUNTER_INDEX.name,
      unique: true,
    } as never);
  } catch (error) {
    if (!(await hasIndex(db))) throw error;
  }
  return true;
}

/** MySQL and MariaDB take `a`, `A` and `á` for the same text unless a column says otherwise; then they shared a counter. */
async function compareScopesExactly(db: Database): Promise<void> {
  if (!db.inDialect('mysql', 'mariadb')) return;
  const t = counterTable(db);
  const name = counterTableName(db);
  const [column] = await db.sequelize.query<{ collation: string | null }>(
    `SELECT COLLATION_NAME AS collation FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table AND COLUMN_NAME = :column`,
    {
      type: QueryTypes.SELECT,
      replacements: { table: typeof name === 'string' ? name : name.tableName, column: bare(t.scope) },
    },
  );
  if (!column || column.collation === EXACT) return;
  await db.sequelize.query(
    `ALTER TABLE ${t.table} MODIFY ${t.scope} VARCHAR(191) CHARACTER SET utf8mb4 COLLATE ${EXACT} NOT NULL DEFAULT ''`,
  );
}

async function hasIndex(db: Database): Promise<boolean> {
  const t = counterTable(db);
  const wanted = [t.collection, t.field, t.key, t.scope, t.period].map(bare);
  const found = (await db.sequelize.getQueryInterface().showIndex(counterTableName(db))) as StoredIndex[];
  return found.some(
    (index) =>
      index.unique &&
      index.fields.length === wanted.length &&
      index.fields.every((field) => wanted.includes(field.attribute)),
  );
}

/** Columns that the table has in the database; none while there is no table. */
async function storedColumns(db: Database): Promise<Set<string>> {
  const schema = db.sequelize.getQueryInterface();
  const table = counterTableName(db) as never;
  if (!(await schema.tableExists(table))) return new Set();
  return new Set(Object.keys(await schema.describeTable(table)));
}

/** A column's name without the quotes. */
function bare(column: string): string {
  return column.replace(/["`[\]]/g, '');
}
