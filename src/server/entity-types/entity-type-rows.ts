import type { Database, Model } from '@nocobase/database';
import type { Sequelize, Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import type { SidePool } from '../foundation/side-pool';
import { tableOf } from '../foundation/table';
import { ACTION } from '../outbox/envelope';
import { entityName } from './entity-name';
import type { EntityType, Payload } from './entity-type';

type Within = Transaction | null | undefined;

/** What people may change of a row. */
export interface Settings {
  enabled?: boolean;
  history?: boolean;
  eventLog?: boolean;
  payload?: Payload;
  excludedFields?: string[];
}

const OF_RECORDS = [
  ['Create', ACTION.create],
  ['Update', ACTION.update],
  ['Delete', ACTION.delete],
] as const;

/** The tables `entity_types` and `event_types`; their only writer. */
export class EntityTypeRows {
  private readonly businessTypes = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly side: SidePool,
  ) {}

  /** Gives a row to each of the collections that has none, and back to one that came again; several nodes may do it at once. */
  async ensure(collections: readonly string[], transaction: Within): Promise<void> {
    // A name can be taken by another node in between; then the row is missing still, and gets another name.
    for (let round = 0; round < 3; round++) {
      const rows = await this.types().findAll({
        transaction,
        attributes: ['collection', 'name', 'retiredAt'] as never,
      });
      const known = new Set(rows.map((row) => String(row.get('collection' as never))));
      const taken = new Set(rows.map((row) => String(row.get('name' as never)).toLowerCase()));
      const missing = collections.filter((collection) => !known.has(collection)).sort();
      if (missing.length === 0) break;
      const values = missing.map((collection) => {
        const name = entityName(collection, taken);
        taken.add(name.toLowerCase());
        return { collection, name };
      });
      await this.types().bulkCreate(values, { ignoreDuplicates: true, hooks: false, transaction });
    }
    const where = { collection: [...collections] } as never;
    await this.types().update({ retiredAt: null }, { where, transaction, hooks: false });
    const rows = await this.types().findAll({ where, transaction, attributes: ['id', 'name'] as never });
    await this.ensureEventTypes(
      rows.map((row) => ({ id: Number(row.get('id' as never)), name: String(row.get('name' as never)) })),
      transaction,
    );
  }

  /** The collection is gone: its row stays, so that its id is not given again, and tells nothing. */
  async retire(collection: string, transaction: Within): Promise<void> {
    const where = { collection } as never;
    await this.types().update({ retiredAt: new Date(), enabled: false }, { where, transaction, hooks: false });
  }

  async update(ids: readonly number[], settings: Settings, transaction: Within): Promise<void> {
    const where = { id: [...ids] } as never;
    await this.types().update({ ...settings }, { where, transaction, hooks: false });
  }

  /** Each entity type that is not retired. @param connection whose pool to use */
  async load(connection: Sequelize): Promise<EntityType[]> {
    const [type, event] = [tableOf(this.db, 'entityTypes'), tableOf(this.db, 'eventTypes')];
    const as = (column: string, name: string): string =>
      `${column} AS ${connection.getQueryInterface().quoteIdentifier(name)}`;
    const rows = await connection.query<Record<string, unknown>>(
      `SELECT ${['id', 'collection', 'name', 'enabled', 'payload', 'excludedFields'].map((name) => as(type.column(name), name)).join(', ')}
       FROM ${type.name} WHERE ${type.column('retiredAt')} IS NULL`,
      { type: QueryTypes.SELECT },
    );
    const events = await connection.query<Record<string, unknown>>(
      `SELECT ${['id', 'entityTypeId', 'actionTypeId'].map((name) => as(event.column(name), name)).join(', ')}
       FROM ${event.name} WHERE ${event.column('actionTypeId')} <> ${ACTION.business}`,
      { type: QueryTypes.SELECT },
    );
    const byType = new Map<number, Map<number, number>>();
    for (const row of events) {
      const own = byType.get(Number(row.entityTypeId)) ?? new Map<number, number>();
      byType.set(Number(row.entityTypeId), own.set(Number(row.actionTypeId), Number(row.id)));
    }
    return rows.map((row) => ({
      id: Number(row.id),
      collection: String(row.collection),
      name: String(row.name),
      enabled: Boolean(row.enabled),
      payload: row.payload as Payload,
      excluded: new Set(listOf(row.excludedFields)),
      eventTypes: byType.get(Number(row.id)) ?? new Map<number, number>(),
    }));
  }

  /**
   * The id of a business event's type, made on first use; null when the name is that of another entity type's. On the side
   * pool, so that all writers see it at once, whatever becomes of the write that needs it first.
   */
  async businessType(entityTypeId: number, name: string, transaction: Transaction): Promise<number | null> {
    const connection = this.side.sequelize;
    const key = `${entityTypeId} ${name}`;
    const known = this.businessTypes.get(key);
    if (known !== undefined) return known;
    const t = tableOf(this.db, 'eventTypes');
    const columns = ['id', 'entityTypeId', 'actionTypeId'].map((column) => t.column(column));
    const run = <Row extends object>(sql: string): Promise<Row[]> =>
      (connection ?? this.db.sequelize).query<Row>(sql, {
        type: QueryTypes.SELECT,
        replacements: { name, entityTypeId },
        ...(connection ? {} : { transaction }),
      });
    const find = async () =>
      (
        await run<{ id: number; entity: number; action: number }>(
          `SELECT ${columns[0]} AS id, ${columns[1]} AS entity, ${columns[2]} AS action FROM ${t.name} WHERE ${t.column('name')} = :name`,
        )
      )[0];
    let found = await find();
    if (!found) {
      const [into, after] = this.db.isMySQLCompatibleDialect()
        ? ['INSERT IGNORE INTO', '']
        : ['INSERT INTO', 'ON CONFLICT DO NOTHING'];
      const names = ['name', 'entityTypeId', 'actionTypeId', 'createdAt', 'updatedAt'].map((column) =>
        t.column(column),
      );
      await (connection ?? this.db.sequelize).query(
        `${into} ${t.name} (${names.join(', ')})
         VALUES (:name, :entityTypeId, ${ACTION.business}, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP) ${after}`,
        { type: QueryTypes.RAW, replacements: { name, entityTypeId }, ...(connection ? {} : { transaction }) },
      );
      found = await find();
    }
    if (Number(found?.entity) !== entityTypeId || Number(found?.action) !== ACTION.business) return null;
    const id = Number(found?.id);
    if (connection) this.businessTypes.set(key, id);
    return id;
  }

  private async ensureEventTypes(types: Array<{ id: number; name: string }>, transaction: Within): Promise<void> {
    const ids = types.map(({ id }) => id);
    const rows = await this.events().findAll({ where: { entityTypeId: ids } as never, transaction });
    const known = new Set(
      rows.map((row) => `${Number(row.get('entityTypeId' as never))} ${Number(row.get('actionTypeId' as never))}`),
    );
    const missing = types.flatMap(({ id, name }) =>
      OF_RECORDS.filter(([, action]) => !known.has(`${id} ${action}`)).map(([verb, action]) => ({
        entityTypeId: id,
        name: `${verb}_${name}`,
        actionTypeId: action,
      })),
    );
    if (missing.length === 0) return;
    await this.events().bulkCreate(missing, { ignoreDuplicates: true, hooks: false, transaction });
  }

  private types(): typeof Model {
    return this.db.getCollection('entityTypes').model as unknown as typeof Model;
  }

  private events(): typeof Model {
    return this.db.getCollection('eventTypes').model as unknown as typeof Model;
  }
}

/** JSON comes as text from some drivers. */
function listOf(value: unknown): string[] {
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return Array.isArray(list) ? list.map(String) : [];
}
