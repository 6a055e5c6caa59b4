import { defineCollection } from '@nocobase/database';

/** What can happen to a record of an entity type; ids never change. Written by entity-types/entity-type-rows.ts only. */
export default defineCollection({
  name: 'eventTypes',
  tableName: 'event_types',
  underscored: true,
  autoGenId: false,
  timestamps: true,
  dumpRules: 'required',
  migrationRules: ['overwrite', 'schema-only'],
  fields: [
    { name: 'id', type: 'integer', autoIncrement: true, primaryKey: true, allowNull: false },
    { name: 'entityTypeId', type: 'integer', allowNull: false, index: true },
    { name: 'name', type: 'string', length: 100, unique: true, allowNull: false },
    { name: 'actionTypeId', type: 'integer', allowNull: false },
  ],
});
