import type { Collection, Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';

interface StoredIndex {
  name: string;
  unique: boolean;
  primary: boolean;
  fields: Array<{ attribute: string }>;
}

/** Brings a collection's unique indexes in line with its fields as they are in memory: what the platform does on a request. */
export async function syncIndexes(collection: Collection, transaction: Transaction | null | undefined): Promise<void> {
  await collection.sync({ transaction, force: false, alter: { drop: false } } as never);
}

/**
 * Drops what still makes a column unique. The platform leaves an index that is no constraint in place where the app's
 * tables stand in a schema of their own.
 */
export async function dropUnique(
  db: Database,
  collection: Collection,
  field: string,
  transaction: Transaction | null | undefined,
): Promise<void> {
  // SQLite keeps a constraint within the table, which only the platform's sync rebuilds.
  if (db.inDialect('sqlite')) return;
  const schema = db.sequelize.getQueryInterface();
  const table = collection.getTableNameWithSchema() as never;
  for (const { name } of await uniqueIndexes(db, collection, columnOf(collection, field), transaction)) {
    const constraints = db.inDialect('postgres') ? await constraintsOf(db, table, name, transaction) : [];
    if (constraints.length > 0) await schema.removeConstraint(table, name, { transaction: transaction ?? undefined });
    else await dropIndex(db, collection, name, transaction);
  }
}

/** Whether the database keeps the values of a field's column different. */
export async function isUniqueColumn(
  db: Database,
  collection: Collection,
  field: string,
  transaction: Transaction | null | undefined,
): Promise<boolean> {
  return (await uniqueIndexes(db, collection, columnOf(collection, field), transaction)).length > 0;
}

/** Makes a column unique as the platform would, under the name that it looks for. */
export async function makeUnique(
  db: Database,
  collection: Collection,
  field: string,
  transaction: Transaction | null | undefined,
): Promise<void> {
  await db.sequelize.getQueryInterface().addConstraint(collection.getTableNameWithSchema() as never, {
    type: 'unique',
    fields: [columnOf(collection, field)],
    name: `${collection.model.tableName}_${field}_uk`,
    transaction: transaction ?? undefined,
  });
}

function columnOf(collection: Collection, field: string): string {
  return (collection.model.rawAttributes as Record<string, { field?: string }>)[field]?.field ?? field;
}

/** The indexes that make this one column unique. */
async function uniqueIndexes(
  db: Database,
  collection: Collection,
  column: string,
  transaction: Transaction | null | undefined,
): Promise<StoredIndex[]> {
  const schema = db.sequelize.getQueryInterface();
  const indexes = await schema.showIndex(collection.getTableNameWithSchema() as never, { transaction });
  return (indexes as StoredIndex[]).filter(
    ({ unique, primary, fields }) => unique && !primary && fields.length === 1 && fields[0].attribute === column,
  );
}

/** PostgreSQL looks for an index in the schema of its table only when it is named. */
async function dropIndex(
  db: Database,
  collection: Collection,
  name: string,
  transaction: Transaction | null | undefined,
): Promise<void> {
  const schema = db.sequelize.getQueryInterface();
  const place = db.inDialect('postgres') ? collection.collectionSchema() : undefined;
  if (place)
    await db.sequelize.query(`DROP INDEX ${schema.quoteIdentifier(place)}.${schema.quoteIdentifier(name)}`, {
      transaction: transaction ?? null,
    });
  else
    await schema.removeIndex(collection.getTableNameWithSchema() as never, name, {
      transaction: transaction ?? undefined,
    });
}

async function constraintsOf(
  db: Database,
  table: never,
  name: string,
  transaction: Transaction | null | undefined,
): Promise<object[]> {
  const schema = db.sequelize.getQueryInterface() as unknown as {
    showConstraint(table: never, name: string, options: object): Promise<object[]>;
  };
  return schema.showConstraint(table, name, { transaction });
}
