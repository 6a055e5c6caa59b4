import type { Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import { tableOf } from '../foundation/table';

/** Attempts that are kept of each delivery, the newest. */
export const KEPT_ATTEMPTS = 20;
const LONGEST_ERROR = 1000;

/** One attempt as people see it; without an end it was cut off with its process, or is under way. */
export interface Attempt {
  number: number;
  startedAt: Date | string;
  finishedAt: Date | string | null;
  error: string | null;
}

/** Remembers when deliveries were tried and how that ended; the only writer of `delivery_attempts`. */
export class DeliveryAttempts {
  constructor(private readonly db: Database) {}

  /** Notes that the first attempt failed: the delivery has just been parked for it. */
  async first(
    { eventId, postProcessor, error }: { eventId: string; postProcessor: string; error: string | null },
    transaction: Transaction,
  ): Promise<void> {
    const [a, f] = [this.columns, tableOf(this.db, 'failedDeliveries')];
    await this.db.sequelize.query(
      `INSERT INTO ${a.table} (${a.deliveryId}, ${a.number}, ${a.startedAt}, ${a.finishedAt}, ${a.error})
       SELECT ${f.column('id')}, 1, ${this.now}, ${this.now}, :error FROM ${f.name}
       WHERE ${f.column('eventId')} = :eventId AND ${f.column('postProcessor')} = :postProcessor`,
      { transaction, replacements: { eventId, postProcessor, error: error?.slice(0, LONGEST_ERROR) ?? null } },
    );
  }

  /** Notes that an attempt begins, and forgets those that are too many. */
  async begin(deliveryId: string, transaction: Transaction): Promise<void> {
    const a = this.columns;
    const number = (await this.newest(deliveryId, transaction)) + 1;
    await this.db.sequelize.query(
      `INSERT INTO ${a.table} (${a.deliveryId}, ${a.number}, ${a.startedAt}) VALUES (:deliveryId, ${number}, ${this.now})`,
      { transaction, replacements: { deliveryId } },
    );
    if (number <= KEPT_ATTEMPTS) return;
    await this.db.sequelize.query(
      `DELETE FROM ${a.table} WHERE ${a.deliveryId} = :deliveryId AND ${a.number} <= ${number - KEPT_ATTEMPTS}`,
      { transaction, replacements: { deliveryId } },
    );
  }

  /** Notes how the attempt that began last has ended; `error` is null when it worked. */
  async end(deliveryId: string, error: string | null, transaction: Transaction): Promise<void> {
    const a = this.columns;
    const number = await this.newest(deliveryId, transaction);
    await this.db.sequelize.query(
      `UPDATE ${a.table} SET ${a.finishedAt} = ${this.now}, ${a.error} = :error
       WHERE ${a.deliveryId} = :deliveryId AND ${a.number} = ${number} AND ${a.finishedAt} IS NULL`,
      { transaction, replacements: { deliveryId, error: error?.slice(0, LONGEST_ERROR) ?? null } },
    );
  }

  /** Attempts of a delivery, the oldest first. */
  async of(deliveryId: string): Promise<Attempt[]> {
    const rows = await this.db.getCollection('deliveryAttempts').model.findAll({
      where: { deliveryId } as never,
      order: [['number', 'ASC']],
    });
    return rows.map((row) => {
      const { number, startedAt, finishedAt, error } = row.toJSON<Attempt>();
      return { number, startedAt, finishedAt, error };
    });
  }

  private async newest(deliveryId: string, transaction: Transaction): Promise<number> {
    const a = this.columns;
    const [{ newest }] = await this.db.sequelize.query<{ newest: number | null }>(
      `SELECT MAX(${a.number}) AS newest FROM ${a.table} WHERE ${a.deliveryId} = :deliveryId`,
      { type: QueryTypes.SELECT, transaction, replacements: { deliveryId } },
    );
    return Number(newest ?? 0);
  }

  private get now(): string {
    return databaseTime(this.db);
  }

  private get columns() {
    const t = tableOf(this.db, 'deliveryAttempts');
    return {
      table: t.name,
      deliveryId: t.column('deliveryId'),
      number: t.column('number'),
      startedAt: t.column('startedAt'),
      finishedAt: t.column('finishedAt'),
      error: t.column('error'),
    };
  }
}
