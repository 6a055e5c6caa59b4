/** A NocoBase with the built plugin in this process. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../test/env.js');
require('../test/link-plugin.js').linkPlugin();
const { Application } = require('@nocobase/server');
const { name: PLUGIN } = require('../package.json');

/** @returns {Promise<import('@nocobase/server').Application>} installed and started on an empty schema of the database */
export async function bootApp(database, { schema, pool }) {
  const app = new Application({
    acl: false,
    resourcer: { prefix: '/api' },
    plugins: [
      ...['error-handler', 'field-sort', 'data-source-main', 'ui-schema-storage', 'field-sequence'],
      [PLUGIN, { name: PLUGIN, packageName: PLUGIN }],
    ],
    database: { ...database, schema, pool: { max: pool } },
  });
  await app.runCommandThrowError('install', '-f');
  await app.runCommandThrowError('start');
  return app;
}

/** The plugin's own services. */
export function sequenceOf(app) {
  return app.pm.get(PLUGIN).sequence;
}

/** Makes a collection as its own action does. */
export async function makeCollection(app, name, fields) {
  await app.db.getRepository('collections').create({
    values: {
      name,
      autoGenId: true,
      createdAt: true,
      fields: [
        { name: 'title', type: 'string', interface: 'input' },
        { name: 'createdAt', type: 'date', interface: 'createdAt', field: 'createdAt' },
        ...fields,
      ],
    },
    context: {},
  });
}

export function sequence(patterns, options = {}) {
  return { name: 'code', type: 'sequence', interface: 'sequence', patterns, ...options };
}
