import { defineCollection } from '@nocobase/database';

/** Which post-processor has had which event. Written by consumer/processed-events.ts only. */
export default defineCollection({
  name: 'processedEvents',
  tableName: 'processed_events',
  underscored: true,
  autoGenId: false,
  timestamps: false,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  indexes: [{ name: 'processed_events_time', fields: ['processedAt'] }],
  fields: [
    { name: 'eventId', type: 'string', length: 40, primaryKey: true, allowNull: false },
    { name: 'postProcessor', type: 'string', length: 100, primaryKey: true, allowNull: false },
    { name: 'processedAt', type: 'date', allowNull: false },
  ],
});
