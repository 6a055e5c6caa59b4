import { defineCollection } from '@nocobase/database';

/** What was done to counters, by whom and with which outcome. Written by sequence/repair-log.ts only. */
export default defineCollection({
  name: 'sequenceRepairs',
  tableName: 'sequence_repairs',
  underscored: true,
  autoGenId: false,
  timestamps: true,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  fields: [
    { name: 'id', type: 'bigInt', autoIncrement: true, primaryKey: true, allowNull: false },
    { name: 'origin', type: 'string', length: 20 },
    { name: 'status', type: 'string', length: 20, allowNull: false },
    { name: 'dryRun', type: 'boolean', defaultValue: false },
    { name: 'allowLower', type: 'boolean', defaultValue: false },
    { name: 'collection', type: 'string' },
    { name: 'field', type: 'string' },
    { name: 'byId', type: 'bigInt' },
    { name: 'by', type: 'string' },
    { name: 'startedAt', type: 'date' },
    { name: 'finishedAt', type: 'date' },
    { name: 'progressCurrent', type: 'bigInt' },
    { name: 'progressTotal', type: 'bigInt' },
    { name: 'rows', type: 'json' },
    { name: 'error', type: 'text' },
  ],
});
