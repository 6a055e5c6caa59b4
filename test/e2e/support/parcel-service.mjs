import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { tar } from '../../../scripts/tar.mjs';

const NAME = 'nocobase-plugin-e2e-parcel-service';
/** The post-processor that the plugin adds. */
export const PARCEL_SERVICE = 'e2e-parcel-service';
/** It concerns itself with collections of this name's beginning. */
export const PREFIX = 'e2e_outbox_';
const LIMIT_MS = 180_000;

const SERVER = `
const { Plugin } = require('@nocobase/server');
const undeliverable = (reason) => Object.assign(new Error(reason), { name: 'Undeliverable' });
class ParcelService extends Plugin {
  async load() {
    this.app.pm.get('nocobase-plugin-sequence-outbox').postProcessors.register({
      name: '${PARCEL_SERVICE}',
      async process(event, { db, transaction }) {
        const type = await db.getCollection('entityTypes').model.findByPk(event.entitytypeid, { transaction });
        const collection = type && type.get('collection');
        if (!collection || !collection.startsWith('${PREFIX}') || !db.hasCollection(collection)) return;
        const record = await db.getCollection(collection).model.findByPk(event.data.recordId, { transaction });
        if (record && String(record.get('name')).startsWith('broken')) throw undeliverable('the parcel is broken');
      },
    });
  }
}
Object.defineProperty(exports, '__esModule', { value: true });
exports.default = ParcelService;
`;

const FILES = {
  'package.json': JSON.stringify({ name: NAME, version: '0.0.1', main: 'dist/server/index.js', displayName: NAME }),
  'server.js': `module.exports = require('./dist/server/index.js');`,
  'client.js': `module.exports = require('./dist/client/index.js');`,
  'dist/server/index.js': SERVER,
  'dist/client/index.js': `define('${NAME}', ['@nocobase/client'], (c) => ({ default: class extends c.Plugin {} }));`,
  'dist/externalVersion.js': 'module.exports = {};',
};

/** A plugin like those of other people, which adds a post-processor that refuses records whose name begins with "broken". */
export class ParcelService {
  /** @param {import('./api.mjs').Api} api signed in as an administrator */
  constructor(api) {
    this.api = api;
  }

  /** Installs it by upload, as an administrator does, and waits until it works. */
  async add() {
    if (await this.#works()) return;
    const form = new FormData();
    form.append('file', new Blob([archive()]), `${NAME}-0.0.1.tgz`);
    const headers = { authorization: `Bearer ${this.api.token}` };
    const response = await fetch(`${this.api.url}/api/pm:add`, { method: 'POST', headers, body: form });
    if (!response.ok) throw new Error(`pm:add: ${response.status} ${await response.text()}`);
    let asked = 0;
    await until(async () => {
      if (await this.#works()) return true;
      // The upload is unpacked in the background; asking for it too early does nothing.
      if (asked++ % 30 === 5) await this.api.status(`pm:enable?filterByTk=${NAME}`, {}).catch(() => 0);
      return false;
    });
  }

  /** Switches it off. */
  async remove() {
    await this.api.status(`pm:disable?filterByTk=${NAME}`, {});
    await until(async () => !(await this.#works()) && (await this.#answers()));
  }

  async #works() {
    return this.api.call('failedDeliveries:choices').then(
      ({ postProcessors }) => postProcessors.includes(PARCEL_SERVICE),
      () => false,
    );
  }

  async #answers() {
    return (await this.api.status('failedDeliveries:choices').catch(() => 0)) === 200;
  }
}

async function until(check) {
  const end = Date.now() + LIMIT_MS;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('the app did not come so far in time');
    await sleep(1000);
  }
}

function archive() {
  const dir = mkdtempSync(join(tmpdir(), 'e2e-plugin-'));
  try {
    const entries = Object.entries(FILES).map(([path, text]) => {
      const file = join(dir, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return { path, file };
    });
    return gzipSync(tar(entries, 'package'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
