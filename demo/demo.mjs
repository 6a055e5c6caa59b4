import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../scripts/install.mjs';
import { Api } from './api.mjs';
import { linkModules } from './app-modules.mjs';
import { Failure } from './failure.mjs';
import { endProcess, leaveFolder, remember, takeFolder } from './leftovers.mjs';
import { NocoBase } from './nocobase.mjs';
import { Plugin } from './plugin.mjs';
import { assertDatabaseAnswers, assertPortIsFree } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { createSample } from './sample.mjs';
import { readSecrets } from './secrets.mjs';

/** One demo: its folder, its processes, and the way from nothing to a page that can be used. */
export class Demo {
  /**
   * @param {ReturnType<typeof import('./settings.mjs').readSettings>} settings
   * @param {(text: string) => void} say
   */
  constructor(settings, say) {
    this.settings = settings;
    this.say = say;
    this.parts = [];
    /** Resolves with a Failure when a running part ends by itself. */
    this.broken = new Promise((done) => (this.break = done));
  }

  /** Brings everything up; returns when the page can be used. */
  async start() {
    await this.takeFolder();
    await assertPortIsFree(this.settings.port);
    await ensureInstalled({ say: this.say, own: (npm) => this.own(npm) });
    const packed = await this.pack();
    this.say("preparing the app's packages");
    await linkModules(join(this.settings.root, 'node_modules'), join(this.dir, 'node_modules'));
    const database = await this.startDatabase();
    const app = new NocoBase({
      dir: this.dir,
      port: this.settings.port,
      env: { ...process.env, ...database, APP_KEY: process.env.APP_KEY || readSecrets(this.dir).appKey },
      say: this.say,
      own: (part) => this.own(part),
    });
    const api = await this.startApp(app, new Plugin({ dir: this.dir, packed }));
    if (this.settings.sample) {
      this.say('making what is missing of the sample data');
      await createSample(api);
    }
    void app.process.exited.then(() => this.break(app.failure('NocoBase ended')));
  }

  /** Stops what was started, the last first, and gives the folder back. Also ends a start that is under way. */
  async stop() {
    this.stopping = true;
    for (const part of this.parts.reverse()) await part.stop();
    if (this.dir) leaveFolder(this.dir);
  }

  /** Kills everything at once. */
  kill() {
    for (const part of this.parts) part.kill();
  }

  async takeFolder() {
    const earlier = takeFolder(this.settings.dir);
    this.dir = realpathSync(this.settings.dir);
    for (const pid of earlier) {
      if (await endProcess(pid, join(this.dir, 'node_modules')))
        this.say('stopped the app that an earlier demo left running');
    }
  }

  async pack() {
    this.say('building and packing the plugin');
    // Only now: the packer's own packages may have been installed a moment ago.
    const { pack } = await import('../scripts/pack.mjs');
    // Another demo may be at it, too.
    const folders = { dist: join(this.dir, 'package/dist'), release: join(this.dir, 'package') };
    return pack(folders).catch((error) => {
      throw new Failure(`the plugin does not build: ${error.errors?.[0]?.text ?? error.message}`);
    });
  }

  async startDatabase() {
    if (!this.settings.embeddedDatabase) {
      await assertDatabaseAnswers(process.env);
      return {};
    }
    this.say('starting PostgreSQL');
    const { databasePassword: password } = readSecrets(this.dir);
    return startPostgres({ dir: this.dir, password, say: this.say, own: (part) => this.own(part) });
  }

  /** Starts the app and sees to it that it runs this very build of the plugin. */
  async startApp(app, plugin) {
    this.say('starting NocoBase');
    const hadBuild = plugin.isPresent();
    const isCurrent = await this.startWithAnyBuild(app, plugin);
    const api = new Api(app.url);
    await this.signIn(api);
    if (!isCurrent) {
      this.say('uploading the plugin');
      await plugin.upload(api);
      if (hadBuild || (await plugin.isEnabled(api))) await this.restart(app);
    }
    if (!(await plugin.isEnabled(api))) {
      this.say('enabling the plugin');
      await plugin.enable(api, app);
    }
    return api;
  }

  async signIn(api) {
    const { email, password } = this.settings.login;
    await api.signIn(email, password).catch((error) => {
      throw new Failure(`${email} cannot sign in (INIT_ROOT_EMAIL, INIT_ROOT_PASSWORD): ${error.message}`);
    });
  }

  /** The process keeps the code that it loaded at its start, also of a plugin that is off. */
  async restart(app) {
    this.say('starting NocoBase again with the new build');
    await app.stop();
    await app.start();
  }

  /**
   * Starts the app with whichever build it has; one that keeps the app from starting is replaced without the app's help.
   * @returns {Promise<boolean>} whether the app runs the packed build
   */
  async startWithAnyBuild(app, plugin) {
    const isCurrent = plugin.isCurrent();
    try {
      // An upload leaves the order to upgrade behind; without it, nothing has changed since the last start.
      await app.start({ upgrade: existsSync(join(this.dir, 'storage/.upgrading')) });
      return isCurrent;
    } catch (error) {
      // A new folder on a database in use: there may be fields that only this plugin understands.
      const mayNeedPlugin = plugin.isPresent() || !this.settings.embeddedDatabase;
      if (this.stopping || isCurrent || !mayNeedPlugin || /Unable to connect/.test(error.message)) throw error;
    }
    this.say('NocoBase does not start as it is: putting this build of the plugin in place');
    await app.stop();
    plugin.replaceOffline();
    await app.start();
    return true;
  }

  own(part) {
    this.parts.push(part);
    if (this.stopping) part.kill();
    remember(this.dir, [process.pid, ...this.parts.flatMap(({ pid }) => pid ?? [])]);
  }
}
