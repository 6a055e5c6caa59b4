/** Events as saves write them, for the benchmarks of outbox and relay. */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { v7 } from 'uuid';

const require = createRequire(import.meta.url);
const { name: PLUGIN } = require('../package.json');

export function pluginOf(app) {
  return app.pm.get(PLUGIN);
}

/** One of the size of a small record's change, about 600 bytes. */
export function event(record, text = '') {
  return {
    specversion: '1.0',
    id: v7(),
    source: 'nocobase/bench/1',
    type: 'Update_Order',
    subject: `900:${record}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataversion: '1',
    entitytypeid: 900,
    eventtypeid: 1,
    actiontypeid: 2,
    data: {
      recordId: String(record),
      before: { status: 'open', amount: 120.5, text },
      after: { status: 'paid', amount: 120.5, text },
      changed: { status: ['open', 'paid'] },
      actorId: '1',
      actor: 'Someone',
      requestId: randomUUID(),
      atomic: true,
    },
  };
}

/** Quoted name of one of the plugin's tables. */
export function tableOf(app, collection) {
  return app.db.getCollection(collection).quotedTableName();
}
