import { defineCollection } from '@nocobase/database';

/** What operators did: who, when, what and to how many. Written by settings/operation-log.ts only. */
export default defineCollection({
  name: 'outboxOperations',
  tableName: 'outbox_operations',
  underscored: true,
  autoGenId: false,
  timestamps: true,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  fields: [
    { name: 'id', type: 'bigInt', autoIncrement: true, primaryKey: true, allowNull: false },
    { name: 'action', type: 'string', length: 20, allowNull: false },
    { name: 'count', type: 'integer', allowNull: false, defaultValue: 0 },
    { name: 'detail', type: 'json' },
    { name: 'origin', type: 'string', length: 20 },
    { name: 'byId', type: 'bigInt' },
    { name: 'by', type: 'string' },
  ],
});
