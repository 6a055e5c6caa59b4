import { defineCollection } from '@nocobase/database';

/** Settings of the events as a whole; `epoch` names this database in envelopes. */
export default defineCollection({
  name: 'outboxSettings',
  tableName: 'outbox_settings',
  underscored: true,
  autoGenId: false,
  timestamps: true,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  fields: [
    { name: 'name', type: 'string', length: 100, primaryKey: true, allowNull: false },
    { name: 'value', type: 'text' },
  ],
});
