/**
 * One NocoBase in a process of its own, for tests that need several on one database, or one to kill. It prints
 * `listening <port>` once it answers, and ends with the process that started it.
 *
 * NODE_SETTINGS: JSON {database, install, plugins, bare}; `bare`: without our plugin.
 */
import http from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Application } = require('@nocobase/server');
const { name: PLUGIN } = require('../../package.json');

const { database, install = false, plugins = [], bare = false } = JSON.parse(process.env.NODE_SETTINGS);

const app = new Application({
  acl: false,
  resourcer: { prefix: '/api' },
  plugins: [
    ...['error-handler', 'field-sort', 'data-source-main', 'ui-schema-storage', 'field-sequence', ...plugins],
    ...(bare ? [] : [[PLUGIN, { name: PLUGIN, packageName: PLUGIN }]]),
  ],
  database: { ...database, logging: false },
});

if (install) await app.runCommandThrowError('install', '-f');
await app.runCommandThrowError('start');

const server = http.createServer(app.callback());
// Clients keep their connections while they wait for one another.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));

// The other end of this pipe closes when the test ends, however it ends.
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
process.stdin.on('error', () => process.exit(0));
