import { defineCollection } from '@nocobase/database';

/** What is too large for a message. Written by blob/database-store.ts only. */
export default defineCollection({
  name: 'payloadBlobs',
  tableName: 'payload_blobs',
  underscored: true,
  autoGenId: false,
  timestamps: false,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  indexes: [{ name: 'payload_blobs_time', fields: ['createdAt'] }],
  fields: [
    { name: 'ref', type: 'string', length: 100, primaryKey: true, allowNull: false },
    { name: 'body', type: 'text', length: 'long', allowNull: false },
    { name: 'size', type: 'integer', allowNull: false },
    { name: 'createdAt', type: 'date', allowNull: false },
  ],
});
