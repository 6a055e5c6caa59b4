import { defineCollection } from '@nocobase/database';

/** One row for each collection whose changes can be told; its id never changes. Written by entity-types/entity-type-rows.ts only. */
export default defineCollection({
  name: 'entityTypes',
  tableName: 'entity_types',
  underscored: true,
  autoGenId: false,
  timestamps: true,
  dumpRules: 'required',
  migrationRules: ['overwrite', 'schema-only'],
  fields: [
    { name: 'id', type: 'integer', autoIncrement: true, primaryKey: true, allowNull: false },
    { name: 'collection', type: 'string', length: 191, unique: true, allowNull: false },
    { name: 'name', type: 'string', length: 80, unique: true, allowNull: false },
    { name: 'enabled', type: 'boolean', allowNull: false, defaultValue: false },
    { name: 'history', type: 'boolean', allowNull: false, defaultValue: false },
    { name: 'eventLog', type: 'boolean', allowNull: false, defaultValue: true },
    { name: 'payload', type: 'string', length: 20, allowNull: false, defaultValue: 'changes' },
    { name: 'excludedFields', type: 'json' },
    { name: 'retiredAt', type: 'datetimeTz' },
  ],
});
