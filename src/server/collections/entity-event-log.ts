import { defineCollection } from '@nocobase/database';

/**
 * One row for each event of the entity types that keep a log: a technical trace for people who look for a fault. It is
 * not the authority on what happened to a record. Written by post-processor/event-log only.
 */
export default defineCollection({
  name: 'entityEventLog',
  tableName: 'entity_event_log',
  underscored: true,
  autoGenId: false,
  timestamps: false,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  indexes: [
    { name: 'entity_event_log_record', fields: ['subject', 'id'] },
    { name: 'entity_event_log_time', fields: ['occurredAt'] },
  ],
  fields: [
    { name: 'id', type: 'bigInt', autoIncrement: true, primaryKey: true, allowNull: false },
    { name: 'eventId', type: 'string', length: 40, allowNull: false, unique: true },
    { name: 'type', type: 'string', length: 100, allowNull: false },
    { name: 'entityTypeId', type: 'integer', allowNull: false },
    { name: 'collection', type: 'string' },
    { name: 'recordId', type: 'text' },
    { name: 'subject', type: 'string', length: 50, allowNull: false },
    { name: 'occurredAt', type: 'date' },
    { name: 'payload', type: 'text', length: 'long' },
  ],
});
