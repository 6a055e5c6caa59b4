import { randomUUID } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { QueryTypes } from 'sequelize';
import type { NewEnvelope } from '../../src/server/outbox/envelope';
import { subjectOf } from '../../src/server/outbox/envelope';
import type { SequenceOutboxPlugin } from '../../src/server/plugin';
import type { TestApp } from '../harness';
import { PLUGIN } from '../harness';

export const pluginOf = (test: TestApp): SequenceOutboxPlugin =>
  test.app.pm.get(PLUGIN) as unknown as SequenceOutboxPlugin;

/** An event of a record, as capture makes them. */
export function event(
  recordId: string,
  options: { id?: string; text?: string; entityType?: number } = {},
): NewEnvelope {
  const entityTypeId = options.entityType ?? 900;
  return {
    specversion: '1.0',
    id: options.id ?? randomUUID(),
    source: 'nocobase/test/1',
    type: 'Update_Thing',
    subject: subjectOf(entityTypeId, recordId),
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataversion: '1',
    entitytypeid: entityTypeId,
    eventtypeid: 1,
    actiontypeid: 2,
    data: {
      recordId,
      before: { n: 1 },
      after: { n: 2, text: options.text ?? '' },
      changed: { n: [1, 2] },
      actorId: null,
      actor: null,
      requestId: null,
      atomic: true,
    },
  };
}

/** Writes events into the outbox as a save does. */
export async function append(test: TestApp, events: NewEnvelope[]): Promise<void> {
  await test.app.db.sequelize.transaction((transaction: Transaction) =>
    pluginOf(test).outbox.append(events, transaction),
  );
}

/** Rows of one of our tables, by their plain column names. */
export async function rowsOf<Row = Record<string, any>>(test: TestApp, collection: string, rest = ''): Promise<Row[]> {
  const table = test.app.db.getCollection(collection).quotedTableName();
  return (await test.app.db.sequelize.query(`SELECT * FROM ${table} ${rest}`, { type: QueryTypes.SELECT })) as Row[];
}

export async function run(test: TestApp, sql: (table: (name: string) => string) => string): Promise<void> {
  await test.app.db.sequelize.query(sql((name) => test.app.db.getCollection(name).quotedTableName()));
}
