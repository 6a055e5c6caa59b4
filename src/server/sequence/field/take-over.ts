import type { EventEmitter } from 'node:events';
import type { Application, Plugin } from '@nocobase/server';

type Listener = (...args: unknown[]) => void;

/** Name of the platform's own plugin for the `sequence` type; it stays enabled, for its editor and its table. */
const BUILT_IN = 'field-sequence';

const EVENTS = [
  { on: 'db', event: 'fields.beforeSave' },
  { on: 'db', event: 'fields.afterDestroy' },
  { on: 'app', event: 'repair' },
] as const;

/**
 * Takes the built-in plugin's listeners off, so that each thing is done once, by us: they are anonymous, so they are
 * known by what its `load()` adds. Call it in `beforeLoad`, which for all plugins runs before any `load()`. When this
 * plugin is enabled in a running app nothing is found; the app restarts by itself right after.
 */
export function detachBuiltIn(app: Application): void {
  const target = (on: 'db' | 'app'): EventEmitter => (on === 'db' ? app.db : app);
  let before: Map<string, Listener[]> | undefined;
  app.on('beforeLoadPlugin', (plugin: Plugin) => {
    if (plugin.name !== BUILT_IN) return;
    before = new Map(EVENTS.map(({ on, event }) => [event, target(on).listeners(event) as Listener[]]));
  });
  app.on('afterLoadPlugin', (plugin: Plugin) => {
    if (plugin.name !== BUILT_IN || !before) return;
    for (const { on, event } of EVENTS) {
      const known = before.get(event) ?? [];
      for (const listener of target(on).listeners(event) as Listener[]) {
        if (!known.includes(listener)) target(on).removeListener(event, listener);
      }
    }
  });
}
