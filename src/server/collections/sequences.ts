import { extendCollection } from '@nocobase/database';

/** The built-in counters' table, with a counter for each scope and period. Written by sequence/counters.ts only. */
export default extendCollection({
  name: 'sequences',
  fields: [
    { name: 'scope', type: 'string', length: 191, allowNull: false, defaultValue: '' },
    { name: 'period', type: 'string', length: 32, allowNull: false, defaultValue: '' },
  ],
});
