import { defineCollection } from '@nocobase/database';

/**
 * Events that one post-processor could not take, and later events of the same record that wait behind them.
 * Written by consumer/failed-deliveries.ts only. `nextTryAt` is empty for those that wait behind another.
 */
export default defineCollection({
  name: 'failedDeliveries',
  tableName: 'failed_deliveries',
  underscored: true,
  autoGenId: false,
  timestamps: false,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  indexes: [
    { name: 'failed_deliveries_delivery', unique: true, fields: ['eventId', 'postProcessor'] },
    { name: 'failed_deliveries_due', fields: ['status', 'partition', 'nextTryAt'] },
    { name: 'failed_deliveries_record', fields: ['subject', 'postProcessor', 'status', 'sequence'] },
  ],
  fields: [
    { name: 'id', type: 'bigInt', autoIncrement: true, primaryKey: true, allowNull: false },
    { name: 'eventId', type: 'string', length: 40, allowNull: false },
    { name: 'postProcessor', type: 'string', length: 100, allowNull: false },
    { name: 'subject', type: 'string', length: 50, allowNull: false },
    { name: 'sequence', type: 'bigInt', allowNull: false },
    { name: 'partition', type: 'integer', allowNull: false },
    { name: 'status', type: 'string', length: 20, allowNull: false },
    { name: 'attemptsStarted', type: 'integer', allowNull: false, defaultValue: 0 },
    { name: 'attemptsFinished', type: 'integer', allowNull: false, defaultValue: 0 },
    { name: 'error', type: 'text' },
    { name: 'reason', type: 'text' },
    { name: 'nextTryAt', type: 'date' },
    { name: 'envelope', type: 'text', length: 'long' },
    { name: 'createdAt', type: 'date', allowNull: false },
    { name: 'updatedAt', type: 'date', allowNull: false },
  ],
});
