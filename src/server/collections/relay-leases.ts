import { defineCollection } from '@nocobase/database';

/** Who relays which partition of the outbox at the moment. Written by relay/leases.ts only. */
export default defineCollection({
  name: 'relayLeases',
  tableName: 'relay_leases',
  underscored: true,
  autoGenId: false,
  timestamps: false,
  dataCategory: 'runtime',
  dumpRules: 'skipped',
  migrationRules: ['schema-only'],
  fields: [
    { name: 'partition', type: 'integer', primaryKey: true, allowNull: false },
    { name: 'owner', type: 'string', length: 100 },
    { name: 'epoch', type: 'bigInt', allowNull: false, defaultValue: 0 },
    { name: 'beats', type: 'bigInt', allowNull: false, defaultValue: 0 },
    { name: 'cutOff', type: 'integer', allowNull: false, defaultValue: 0 },
    { name: 'since', type: 'date' },
    { name: 'expiresAt', type: 'date', allowNull: false },
  ],
});
