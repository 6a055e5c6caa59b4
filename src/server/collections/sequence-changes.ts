import { defineCollection } from '@nocobase/database';

/** Every change that a person or a program made by hand to a field's numbering. Written by sequence/change-log.ts only. */
export default defineCollection({
  name: 'sequenceChanges',
  tableName: 'sequence_changes',
  underscored: true,
  autoGenId: false,
  timestamps: true,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  fields: [
    { name: 'id', type: 'bigInt', autoIncrement: true, primaryKey: true, allowNull: false },
    { name: 'action', type: 'string', length: 20, allowNull: false },
    { name: 'status', type: 'string', length: 20, allowNull: false },
    { name: 'collection', type: 'string' },
    { name: 'field', type: 'string' },
    { name: 'key', type: 'integer' },
    { name: 'scope', type: 'string', length: 191 },
    { name: 'period', type: 'string', length: 32 },
    { name: 'from', type: 'text' },
    { name: 'to', type: 'text' },
    { name: 'origin', type: 'string', length: 20 },
    { name: 'byId', type: 'bigInt' },
    { name: 'by', type: 'string' },
    { name: 'progressCurrent', type: 'bigInt' },
    { name: 'progressTotal', type: 'bigInt' },
    { name: 'detail', type: 'json' },
  ],
});
