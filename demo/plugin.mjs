/** Brings the packed plugin into the running app by the app's own upload, as an administrator does on its page. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';

const UPLOAD_LIMIT_MS = 120_000;
const ENABLE_LIMIT_MS = 300_000;

/** The plugin's package in one demo folder. */
export class Plugin {
  /**
   * @param {object} options
   * @param {string} options.dir the demo's folder
   * @param {Awaited<ReturnType<typeof import('../scripts/pack.mjs').pack>>} options.packed what `npm run pack` made
   */
  constructor({ dir, packed }) {
    this.packed = packed;
    this.storage = join(dir, 'storage');
    this.folder = join(this.storage, 'plugins', packed.name);
    this.wanted = fingerprint(packed.entries);
  }

  /** Whether the app's folder holds exactly the packed files; times do not count. */
  isCurrent() {
    try {
      return fingerprint(entriesIn(this.folder)) === this.wanted;
    } catch (error) {
      // Not there, or not whole yet.
      if (error.code === 'ENOENT') return false;
      throw error;
    }
  }

  isPresent() {
    return existsSync(join(this.folder, 'package.json'));
  }

  /**
   * Uploads the package and waits until the app has unpacked it.
   * @param {import('./api.mjs').Api} api signed in
   */
  async upload(api) {
    await api.upload('pm:add', basename(this.packed.archive), readFileSync(this.packed.archive));
    await until(UPLOAD_LIMIT_MS, 'the app did not take the uploaded package', () => this.isCurrent());
  }

  /** Whether the app's list says that the plugin is on. */
  async isEnabled(api) {
    const plugins = await api.get('pm:list');
    return plugins.some(({ packageName, enabled }) => packageName === this.packed.name && enabled);
  }

  /** Enables the plugin and waits until the app serves again. */
  async enable(api, app) {
    await app.served();
    await api.post(`pm:enable?filterByTk=${encodeURIComponent(this.packed.name)}&awaitResponse=true`);
    await until(ENABLE_LIMIT_MS, 'the app did not enable the plugin', async () => {
      await app.served();
      return this.isEnabled(api).catch(() => false);
    });
  }

  /**
   * Puts the files in place without the app, and has it upgrade at its next start: the way out when the build that is
   * installed keeps the app from starting at all.
   */
  replaceOffline() {
    rmSync(this.folder, { recursive: true, force: true });
    for (const { path, file } of this.packed.entries) cpSync(file, join(this.folder, path));
    writeFileSync(join(this.storage, '.upgrading'), 'upgrading');
  }
}

async function until(limitMs, message, isDone) {
  for (const limit = Date.now() + limitMs; Date.now() < limit; await sleep(300)) {
    if (await isDone()) return;
  }
  throw new Failure(message);
}

function fingerprint(entries) {
  const hash = createHash('sha256');
  for (const { path, file } of [...entries].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    hash.update(`${path}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function entriesIn(folder, under = '') {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const path = under ? `${under}/${entry.name}` : entry.name;
    return entry.isDirectory() ? entriesIn(folder, path) : [{ path, file: join(folder, path) }];
  });
}
