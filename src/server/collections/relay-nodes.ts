import { defineCollection } from '@nocobase/database';

/** The processes that relay, with their last sign of life. Written by relay/nodes.ts only. */
export default defineCollection({
  name: 'relayNodes',
  tableName: 'relay_nodes',
  underscored: true,
  autoGenId: false,
  timestamps: false,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  fields: [
    { name: 'owner', type: 'string', length: 100, primaryKey: true, allowNull: false },
    { name: 'host', type: 'string', length: 60, allowNull: false },
    { name: 'startedAt', type: 'date', allowNull: false },
    { name: 'seenAt', type: 'date', allowNull: false },
  ],
});
