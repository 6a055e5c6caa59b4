import type { Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import { tableOf } from '../foundation/table';
import { DeliveryAttempts } from './attempts';

/** A stored delivery that has yet to work. */
export interface FailedDelivery {
  id: string;
  eventId: string;
  postProcessor: string;
  subject: string;
  attemptsStarted: number;
  envelope: string;
}

/** What is written down when a delivery is parked. */
export interface Parked {
  eventId: string;
  postProcessor: string;
  subject: string;
  sequence: string;
  partition: number;
  envelope: string;
  status: 'retrying' | 'dead';
  attempts: number;
  error: string | null;
  reason: string | null;
  /** Milliseconds from now to the next try; null: waits behind another one, or has no next try. */
  nextTry: number | null;
}

const LONGEST_ERROR = 4000;

/**
 * Deliveries that did not work, in order per record and post-processor: only the oldest that is retrying has a time for
 * its next try. The only writer of `failed_deliveries` beside the operator's `Operations`. Every method runs in a
 * transaction that holds the partition's lease.
 */
export class FailedDeliveries {
  private readonly attempts: DeliveryAttempts;

  constructor(private readonly db: Database) {
    this.attempts = new DeliveryAttempts(db);
  }

  async exists(postProcessor: string, eventId: string, transaction: Transaction): Promise<boolean> {
    const c = this.columns;
    const rows = await this.db.sequelize.query(
      `SELECT 1 FROM ${c.table} WHERE ${c.postProcessor} = :postProcessor AND ${c.eventId} = :eventId`,
      { type: QueryTypes.SELECT, transaction, replacements: { postProcessor, eventId } },
    );
    return rows.length > 0;
  }

  async park(parked: Parked[], transaction: Transaction): Promise<void> {
    const c = this.columns;
    for (const { attempts, nextTry, error, ...values } of parked) {
      await this.db.sequelize.query(
        `INSERT INTO ${c.table} (${[c.eventId, c.postProcessor, c.subject, c.sequence, c.partition, c.envelope, c.status, c.attemptsStarted, c.attemptsFinished, c.error, c.reason, c.nextTryAt, c.createdAt, c.updatedAt].join(', ')})
         VALUES (:eventId, :postProcessor, :subject, :sequence, :partition, :envelope, :status, :attempts, :attempts, :error, :reason,
           ${nextTry === null ? 'NULL' : this.now(nextTry)}, ${this.now()}, ${this.now()})`,
        { transaction, replacements: { ...values, attempts, error: error?.slice(0, LONGEST_ERROR) ?? null } },
      );
      if (attempts > 0) await this.attempts.first({ ...values, error }, transaction);
    }
  }

  /** Deliveries of a partition whose time has come, the oldest first. */
  async due(partition: number, limit: number): Promise<FailedDelivery[]> {
    const c = this.columns;
    const rows = await this.db.sequelize.query<FailedDelivery>(
      `SELECT ${c.id} AS ${this.as('id')}, ${c.eventId} AS ${this.as('eventId')}, ${c.postProcessor} AS ${this.as('postProcessor')},
         ${c.subject} AS ${this.as('subject')}, ${c.attemptsStarted} AS ${this.as('attemptsStarted')}, ${c.envelope} AS ${this.as('envelope')}
       FROM ${c.table} WHERE ${c.status} = 'retrying' AND ${c.partition} = :partition AND ${c.nextTryAt} <= ${this.now()}
       ORDER BY ${c.sequence} LIMIT ${limit}`,
      { type: QueryTypes.SELECT, replacements: { partition } },
    );
    return rows.map((row) => ({ ...row, id: String(row.id), attemptsStarted: Number(row.attemptsStarted) }));
  }

  /** Counts an attempt before it begins, so that one that ends the process counts too. False: it is not its turn. */
  async start({ id }: FailedDelivery, delay: number, transaction: Transaction): Promise<boolean> {
    const c = this.columns;
    const [turn] = await this.db.sequelize.query<{ id: string }>(
      `SELECT d.${c.id} AS id FROM ${c.table} d WHERE d.${c.id} = :id AND d.${c.status} = 'retrying' AND NOT EXISTS
         (SELECT 1 FROM ${c.table} b WHERE b.${c.subject} = d.${c.subject} AND b.${c.postProcessor} = d.${c.postProcessor}
          AND b.${c.status} = 'retrying' AND b.${c.sequence} < d.${c.sequence})`,
      { type: QueryTypes.SELECT, transaction, replacements: { id } },
    );
    if (!turn) return false;
    await this.update(
      id,
      `${c.attemptsStarted} = ${c.attemptsStarted} + 1, ${c.nextTryAt} = ${this.now(delay)}`,
      transaction,
    );
    await this.attempts.begin(id, transaction);
    return true;
  }

  /** Notes that it worked, and lets the next of the record follow. */
  async done(delivery: FailedDelivery, transaction: Transaction): Promise<void> {
    const c = this.columns;
    await this.update(
      delivery.id,
      `${c.status} = 'done', ${c.attemptsFinished} = ${c.attemptsFinished} + 1, ${c.nextTryAt} = NULL`,
      transaction,
    );
    await this.attempts.end(delivery.id, null, transaction);
    await this.letFollow(delivery.postProcessor, delivery.subject, transaction);
  }

  /** Notes that an attempt failed; once dead, the next of the record follows. */
  async failed(
    delivery: FailedDelivery,
    end: { status: 'retrying' | 'dead'; error: string; reason: string | null },
    transaction: Transaction,
  ): Promise<void> {
    const c = this.columns;
    const over = end.status === 'dead' ? `, ${c.nextTryAt} = NULL` : '';
    await this.update(
      delivery.id,
      `${c.status} = :status, ${c.error} = :error, ${c.reason} = :reason, ${c.attemptsFinished} = ${c.attemptsFinished} + 1${over}`,
      transaction,
      { ...end, error: end.error.slice(0, LONGEST_ERROR) },
    );
    await this.attempts.end(delivery.id, end.error, transaction);
    if (end.status === 'dead') await this.letFollow(delivery.postProcessor, delivery.subject, transaction);
  }

  /** Gives the oldest that is retrying its turn, and takes it from the others of the record. */
  async letFollow(postProcessor: string, subject: string, transaction: Transaction): Promise<void> {
    const c = this.columns;
    const queue = await this.db.sequelize.query<{ id: string; scheduled: unknown }>(
      `SELECT ${c.id} AS id, ${c.nextTryAt} AS scheduled FROM ${c.table} WHERE ${c.subject} = :subject
       AND ${c.postProcessor} = :postProcessor AND ${c.status} = 'retrying' ORDER BY ${c.sequence} LIMIT 2`,
      { type: QueryTypes.SELECT, transaction, replacements: { postProcessor, subject } },
    );
    const [head] = queue;
    if (!head) return;
    if (head.scheduled === null) await this.update(head.id, `${c.nextTryAt} = ${this.now()}`, transaction);
    if (queue.length === 1) return;
    await this.db.sequelize.query(
      `UPDATE ${c.table} SET ${c.nextTryAt} = NULL WHERE ${c.subject} = :subject AND ${c.postProcessor} = :postProcessor
       AND ${c.status} = 'retrying' AND ${c.id} <> :id AND ${c.nextTryAt} IS NOT NULL`,
      { transaction, replacements: { postProcessor, subject, id: head.id } },
    );
  }

  private async update(
    id: string,
    set: string,
    transaction: Transaction,
    replacements: Record<string, unknown> = {},
  ): Promise<void> {
    const c = this.columns;
    await this.db.sequelize.query(
      `UPDATE ${c.table} SET ${set}, ${c.updatedAt} = ${this.now()} WHERE ${c.id} = :id AND ${c.status} = 'retrying'`,
      { transaction, replacements: { ...replacements, id } },
    );
  }

  private now(milliseconds = 0): string {
    return databaseTime(this.db, milliseconds);
  }

  private as(name: string): string {
    return this.db.sequelize.getQueryInterface().quoteIdentifier(name);
  }

  private get columns() {
    return failedColumns(this.db);
  }
}

const NAMES = [
  'id',
  'eventId',
  'postProcessor',
  'subject',
  'sequence',
  'partition',
  'status',
  'attemptsStarted',
  'attemptsFinished',
  'error',
  'reason',
  'nextTryAt',
  'envelope',
  'createdAt',
  'updatedAt',
] as const;

/** Quoted names of the table and its columns. */
export function failedColumns(db: Database): Record<(typeof NAMES)[number] | 'table', string> {
  const t = tableOf(db, 'failedDeliveries');
  const columns = Object.fromEntries(NAMES.map((name) => [name, t.column(name)])) as Record<
    (typeof NAMES)[number],
    string
  >;
  return { ...columns, table: t.name };
}
