import { defineCollection } from '@nocobase/database';

/** Conditions that hold at the moment and were, or are to be, told. Written by alerts/open-alerts.ts only. */
export default defineCollection({
  name: 'outboxAlerts',
  tableName: 'outbox_alerts',
  underscored: true,
  autoGenId: false,
  timestamps: false,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  fields: [
    { name: 'condition', type: 'string', length: 150, primaryKey: true, allowNull: false },
    { name: 'since', type: 'date', allowNull: false },
    { name: 'sentAt', type: 'date' },
    { name: 'attempts', type: 'integer', allowNull: false, defaultValue: 0 },
    { name: 'nextTryAt', type: 'date' },
    { name: 'error', type: 'text' },
  ],
});
