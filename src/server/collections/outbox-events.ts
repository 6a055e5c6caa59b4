import { defineCollection } from '@nocobase/database';

const WAITING = { published: false };

/**
 * Events that were written with their changes and wait to be relayed. New rows are written by outbox/outbox.ts only, and
 * settled by the relay. What the relay asks for is found among the waiting rows only, where the database can have such an
 * index; relayed ones are found by their time.
 */
export default defineCollection({
  name: 'outboxEvents',
  tableName: 'outbox_events',
  underscored: true,
  autoGenId: false,
  timestamps: false,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  fields: [
    { name: 'id', type: 'bigInt', autoIncrement: true, primaryKey: true, allowNull: false },
    { name: 'eventId', type: 'string', length: 40, unique: true, allowNull: false },
    { name: 'eventType', type: 'string', length: 100, allowNull: false },
    { name: 'subject', type: 'string', length: 50, allowNull: false },
    { name: 'payload', type: 'text', length: 'long', allowNull: false },
    { name: 'occurredAt', type: 'datetimeTz', allowNull: false },
    { name: 'published', type: 'boolean', allowNull: false, defaultValue: false },
    { name: 'publishedAt', type: 'datetimeTz' },
    { name: 'partition', type: 'integer', allowNull: false },
    { name: 'attempts', type: 'integer', allowNull: false, defaultValue: 0 },
    { name: 'nextAttemptAt', type: 'datetimeTz' },
    { name: 'lastError', type: 'text' },
  ],
  indexes: [
    { name: 'outbox_events_waiting_idx', fields: ['published', 'id'], where: WAITING },
    { name: 'outbox_events_partition_idx', fields: ['published', 'partition', 'id'], where: WAITING },
    { name: 'outbox_events_relayed', fields: ['publishedAt'], where: { published: true } },
  ],
});
