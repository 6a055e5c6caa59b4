/**
 * One NocoBase in a process of its own, for tests that need several on one database, or one to kill. It prints
 * `listening <port>` once it answers, and ends with the process that started it.
 *
 * NODE_SETTINGS: JSON {database, install, plugins, bare}; `bare`: without our plugin. `effects`: a post-processor that
 * writes each event into `table` (`relay_test_effects`), after `slow` milliseconds. `dieAt`: {point, times, signal}: what it
 * sends itself at the n-th time that an event gets there. `clockOffset`: milliseconds by which its clock is wrong.
 */
import { subscribe } from 'node:diagnostics_channel';
import http from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Application } = require('@nocobase/server');
const { name: PLUGIN } = require('../../package.json');

const {
  database,
  install = false,
  plugins = [],
  bare = false,
  effects = false,
  dieAt,
  clockOffset = 0,
} = JSON.parse(process.env.NODE_SETTINGS);

if (clockOffset) {
  const now = Date.now.bind(Date);
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length > 0 ? given : [now() + clockOffset]));
    }
    static now() {
      return now() + clockOffset;
    }
  };
}

const app = new Application({
  acl: false,
  resourcer: { prefix: '/api' },
  plugins: [
    ...['error-handler', 'field-sort', 'data-source-main', 'ui-schema-storage', 'field-sequence', ...plugins],
    ...(bare ? [] : [[PLUGIN, { name: PLUGIN, packageName: PLUGIN }]]),
  ],
  database: { ...database, logging: false },
});

if (effects) {
  app.on('beforeStart', () => {
    app.pm.get(PLUGIN).postProcessors.register({
      name: 'test-effects',
      process: async (event, { transaction, db }) => {
        if (effects.slow) await new Promise((resolve) => setTimeout(resolve, effects.slow));
        await db.sequelize.query(
          `INSERT INTO ${effects.table ?? 'relay_test_effects'} (event_id, subject, place, process) VALUES (:id, :subject, :place, :process)`,
          {
            transaction,
            replacements: { id: event.id, subject: event.subject, place: event.sequence, process: process.pid },
          },
        );
      },
    });
  });
}
if (dieAt) {
  let passed = 0;
  subscribe('sequence-outbox', ({ point }) => {
    if (point === dieAt.point && ++passed === dieAt.times) process.kill(process.pid, dieAt.signal ?? 'SIGKILL');
  });
}

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
