import type { Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import { writeTransaction } from '../foundation/write-transaction';
import type { Actor } from '../foundation/actor';
import type { OperationLog } from '../settings/operation-log';
import type { Leases } from '../relay/leases';
import type { FailedDeliveries } from './failed-deliveries';
import { failedColumns } from './failed-deliveries';
import { NOBODY } from './unreadable';

/** Deliveries of one transaction. */
export const BATCH = 200;

/** What an operator does with deliveries that failed. */
export type Operation = 'replay' | 'skip';

/** The statuses that an operation is for. */
export const FROM: Record<Operation, string[]> = { replay: ['dead', 'skipped'], skip: ['retrying', 'dead'] };

interface Row {
  id: string;
  postProcessor: string;
  subject: string;
}

/** Which deliveries an operation is for. */
export interface Chosen {
  /** At most BATCH ids above `after`, in their order; none when there are no more. */
  next(after: string): Promise<string[]>;
  /** In words of the log. */
  detail: Record<string, unknown> | null;
}

/** Replays and skips failed deliveries. Waits for what is under way in their partitions, so that none is done twice. */
export class Operations {
  constructor(
    private readonly db: Database,
    private readonly leases: Leases,
    private readonly failed: FailedDeliveries,
    private readonly log: OperationLog,
  ) {}

  /**
   * Applies to those of the deliveries whose status allows it, some hundred at a time; answers how many that were. Each
   * transaction notes in the log what it did, so that what a crash cuts off is told as far as it went.
   */
  async run(operation: Operation, chosen: Chosen, actor: Actor): Promise<number> {
    let count = 0;
    let entry: string | null = null;
    for (let ids = await chosen.next('0'); ids.length > 0; ids = await chosen.next(ids[ids.length - 1])) {
      const note = async (done: number, transaction: Transaction): Promise<void> => {
        if (entry) return this.log.more(entry, done, transaction);
        const { detail } = chosen;
        entry = await this.log.add({ action: operation, count: done, detail }, actor, transaction);
      };
      count += await this.batch(operation, ids, actor.by ?? null, note);
    }
    return count;
  }

  /** How many of those that a filter of the platform finds an operation is for, and the last of them. */
  async count(operation: Operation, filter: object): Promise<{ matching: number; count: number; upTo: string }> {
    const repository = this.db.getRepository('failedDeliveries');
    const allowed: object[] = [{ status: { $in: FROM[operation] } }];
    if (operation === 'replay') allowed.push({ postProcessor: { $ne: NOBODY } });
    const newest = (await repository.findOne({ filter, fields: ['id'], sort: ['-id'] } as never)) as {
      get(name: 'id'): unknown;
    } | null;
    const upTo = String(newest?.get('id') ?? 0);
    const bounded = { $and: [filter, { id: { $lte: upTo } }] };
    return {
      matching: await repository.count({ filter: bounded } as never),
      count: await repository.count({ filter: { $and: [bounded, ...allowed] } } as never),
      upTo,
    };
  }

  private async batch(
    operation: Operation,
    ids: string[],
    by: string | null,
    note: (done: number, transaction: Transaction) => Promise<void>,
  ): Promise<number> {
    const { sequelize } = this.db;
    const c = failedColumns(this.db);
    // Read before the transaction, whose view on MySQL and MariaDB is to begin after the wait.
    const partitions = await this.partitionsOf(ids);
    return writeTransaction(this.db, async (transaction) => {
      await this.leases.hold(partitions, transaction);
      const rows = await this.open(operation, ids, transaction);
      if (rows.length === 0) return 0;
      const set =
        operation === 'replay'
          ? `${c.status} = 'retrying', ${c.attemptsStarted} = 0, ${c.attemptsFinished} = 0`
          : `${c.status} = 'skipped'`;
      const reason = `${operation === 'replay' ? 'replayed' : 'skipped'} by ${by ?? 'a program'}`;
      await sequelize.query(
        `UPDATE ${c.table} SET ${set}, ${c.nextTryAt} = NULL, ${c.reason} = :reason, ${c.updatedAt} = ${databaseTime(this.db)}
         WHERE ${c.id} IN (:ids)`,
        { transaction, replacements: { ids: rows.map(({ id }) => id), reason } },
      );
      const queues = new Map(rows.map((row) => [`${row.postProcessor} ${row.subject}`, row]));
      for (const { postProcessor, subject } of queues.values())
        await this.failed.letFollow(postProcessor, subject, transaction);
      await note(rows.length, transaction);
      return rows.length;
    });
  }

  /** Those that the operation is for. An entry that cannot be read will not be readable later either. */
  private async open(operation: Operation, ids: string[], transaction: Transaction): Promise<Row[]> {
    const c = failedColumns(this.db);
    const quote = (name: string): string => this.db.sequelize.getQueryInterface().quoteIdentifier(name);
    return this.db.sequelize.query<Row>(
      `SELECT ${c.id} AS id, ${c.postProcessor} AS ${quote('postProcessor')}, ${c.subject} AS subject FROM ${c.table}
       WHERE ${c.id} IN (:ids) AND ${c.status} IN (:from)
       ${operation === 'replay' ? `AND ${c.postProcessor} <> '${NOBODY}'` : ''}
       ${this.db.inDialect('sqlite') ? '' : 'FOR UPDATE'}`,
      { type: QueryTypes.SELECT, transaction, replacements: { ids, from: FROM[operation] } },
    );
  }

  private async partitionsOf(ids: string[]): Promise<number[]> {
    const c = failedColumns(this.db);
    const rows = await this.db.sequelize.query<{ part: number }>(
      `SELECT DISTINCT ${c.partition} AS part FROM ${c.table} WHERE ${c.id} IN (:ids)`,
      { type: QueryTypes.SELECT, replacements: { ids } },
    );
    return rows.map(({ part }) => Number(part));
  }
}
