import { defineCollection } from '@nocobase/database';

/**
 * The newest attempts of each failed delivery; one without an end was cut off with its process. Written by
 * consumer/attempts.ts only.
 */
export default defineCollection({
  name: 'deliveryAttempts',
  tableName: 'delivery_attempts',
  underscored: true,
  autoGenId: false,
  timestamps: false,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  indexes: [{ name: 'delivery_attempts_delivery', fields: ['deliveryId', 'number'] }],
  fields: [
    { name: 'id', type: 'bigInt', autoIncrement: true, primaryKey: true, allowNull: false },
    { name: 'deliveryId', type: 'bigInt', allowNull: false },
    { name: 'number', type: 'integer', allowNull: false },
    { name: 'startedAt', type: 'date', allowNull: false },
    { name: 'finishedAt', type: 'date' },
    { name: 'error', type: 'text' },
  ],
});
