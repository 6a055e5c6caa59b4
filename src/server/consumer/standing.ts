import type { Database } from '@nocobase/database';
import { tableOf } from '../foundation/table';
import type { Envelope } from '../outbox/envelope';
import { failedColumns } from './failed-deliveries';

/** What is known about events before a post-processor gets them. */
export interface Standing {
  /** Ids of those that it has had, or that are parked for it. */
  skip: Set<string>;
  /** Subjects with a delivery that is retrying: their later events wait behind it. */
  blocked: Set<string>;
}

/** A row of `standingSql`. */
export interface StandingRow {
  id: string;
  subject: string | null;
  status: string;
}

/**
 * The query for it. Only the owner of the partition marks events and parks deliveries, so it can be read together with the
 * lease; an operator who replays or skips at the same moment can be seen too late (see `Consumer.parkWaiting`).
 */
export function standingSql(db: Database, postProcessor: string, events: Envelope[]): string {
  const c = failedColumns(db);
  const p = tableOf(db, 'processedEvents');
  const list = (values: Iterable<string>): string => [...values].map((value) => db.sequelize.escape(value)).join(', ');
  const ids = list(events.map(({ id }) => id));
  const subjects = list(new Set(events.map(({ subject }) => subject)));
  const name = db.sequelize.escape(postProcessor);
  return `SELECT ${p.column('eventId')} AS id, NULL AS subject, 'processed' AS status FROM ${p.name}
       WHERE ${p.column('postProcessor')} = ${name} AND ${p.column('eventId')} IN (${ids})
     UNION ALL
     SELECT ${c.eventId} AS id, ${c.subject} AS subject, ${c.status} AS status FROM ${c.table}
       WHERE ${c.postProcessor} = ${name} AND ${c.eventId} IN (${ids})
     UNION ALL
     SELECT ${c.eventId} AS id, ${c.subject} AS subject, ${c.status} AS status FROM ${c.table}
       WHERE ${c.postProcessor} = ${name} AND ${c.status} = 'retrying' AND ${c.subject} IN (${subjects})`;
}

export function standingFrom(rows: StandingRow[]): Standing {
  return {
    skip: new Set(rows.map(({ id }) => id)),
    blocked: new Set(
      rows.flatMap(({ subject, status }) => (subject !== null && status === 'retrying' ? [subject] : [])),
    ),
  };
}
