import type { Database } from '@nocobase/database';
import type { Notifier } from '../alerts/notifier';
import type { OpenAlerts } from '../alerts/open-alerts';
import { actorOf } from '../foundation/actor';
import { InvalidInput } from '../foundation/errors';
import { t } from '../foundation/text-key';
import type { AlertSettings } from '../settings/alert-settings';
import { alertFaults, isOn } from '../settings/alert-settings';
import type { OutboxSettings } from '../settings/outbox-settings';
import { RETENTION_NAMES, retentionDefaults } from '../settings/retention';
import type { Action, ActionContext } from './input';
import { Input } from './input';

const MOST_FOUND = 20;

interface Services {
  db: Database;
  settings: OutboxSettings;
  notifier: Notifier;
  openAlerts: OpenAlerts;
}

interface Person {
  id: string;
  name: string;
}

/** How long rows are kept, and who is told when something is wrong. */
export function outboxSettingsActions(
  services: Services,
): Record<'get' | 'saveRetention' | 'saveAlerts' | 'recipients', Action> {
  const { db, settings, notifier, openAlerts } = services;
  return {
    get: respond(async () => {
      const alerts = await settings.alerts();
      const open = await db.getCollection('outboxAlerts').model.findAll({ order: [['since', 'ASC']] });
      return {
        retention: await settings.retention(),
        retentionDefaults: retentionDefaults(),
        alerts: { ...alerts, users: await people(db, { id: alerts.userIds }) },
        channels: await notifier.channels(),
        canNotify: notifier.isThere,
        openAlerts: open.map((row) => row.toJSON<object>()),
      };
    }),
    saveRetention: respond(async (ctx) => {
      const input = new Input(ctx);
      const wanted = Object.fromEntries(RETENTION_NAMES.map((name) => [name, numberOf(input.raw(name))]));
      await settings.saveRetention(wanted as never, actorOf(ctx));
      return settings.retention();
    }),
    saveAlerts: respond(async (ctx) => {
      const wanted = alertsOf(ctx);
      const [channels, users] = [await notifier.channels(), await people(db, { id: wanted.userIds })];
      const known = { channels: channels.map(({ name }) => name), userIds: users.map(({ id }) => id) };
      const faults =
        isOn(wanted) && !notifier.isThere
          ? [{ message: t('Alerts need the plugin "Notification manager", which is not enabled.'), path: 'channel' }]
          : alertFaults(wanted, known);
      if (faults.length > 0) throw new InvalidInput(faults);
      await settings.saveAlerts(wanted, actorOf(ctx));
      await openAlerts.retry();
      return wanted;
    }),
    recipients: respond(async (ctx) => {
      const input = new Input(ctx);
      const search = input.text('search')?.slice(0, 100);
      input.done();
      const like = { $includes: search };
      return people(db, search ? { $or: [{ nickname: like }, { username: like }, { email: like }] } : {});
    }),
  };
}

function alertsOf(ctx: ActionContext): AlertSettings {
  const input = new Input(ctx);
  const lag = input.raw('lagSeconds');
  const ids = input.raw('userIds') ?? [];
  const alerts = {
    deadLetters: input.flag('deadLetters'),
    // What is no number is refused with the other faults.
    lagSeconds: lag === undefined || lag === null || lag === '' ? null : (numberOf(lag) as number),
    relayGone: input.flag('relayGone'),
    channel: input.text('channel') ?? null,
    userIds: [],
    language: ctx.getCurrentLocale?.() ?? 'en-US',
  };
  input.done();
  if (!Array.isArray(ids) || !ids.every((id) => /^\d{1,18}$/.test(shown(id))))
    throw new InvalidInput([
      { message: t('"{{name}}" must be a list of ids.'), path: 'userIds', params: { name: 'userIds' } },
    ]);
  return { ...alerts, userIds: [...new Set(ids.map(shown))] };
}

/** Users by their names, for whoever may set alerts up; nothing else of them. */
async function people(db: Database, filter: object): Promise<Person[]> {
  if (!db.hasCollection('users')) return [];
  if ('id' in filter && (filter.id as string[]).length === 0) return [];
  const limit = 'id' in filter ? undefined : MOST_FOUND;
  const options = { filter, fields: ['id', 'nickname', 'username', 'email'], sort: ['nickname', 'id'], limit };
  const rows = (await db.getRepository('users').find(options as never)) as Array<{ get(name: string): unknown }>;
  return rows.map((row) => ({
    id: String(row.get('id')),
    name: String(row.get('nickname') || row.get('username') || row.get('email') || row.get('id')),
  }));
}

function respond(run: (ctx: ActionContext) => Promise<unknown>): Action {
  return async (ctx, next) => {
    const data = await run(ctx);
    await next();
    ctx.body = data;
  };
}

/** A number, or its text; anything else stays what it is, and is refused where it is checked. */
function numberOf(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
}

function shown(id: unknown): string {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}
