import type { Application } from '@nocobase/server';
import { clock } from '../foundation/clock';
import { fill } from '../foundation/errors';
import { NAMESPACE } from '../foundation/say';
import type { AlertSettings } from '../settings/alert-settings';
import type { Condition } from './conditions';

/** A message that is not sent within so many milliseconds counts as failed. */
const LIMIT_MS = 10_000;
const PAGE = `/admin/settings/${NAMESPACE}/outbox`;

interface Manager {
  sendNow(message: object): Promise<{ status?: string; reason?: unknown }>;
}

export interface Channel {
  name: string;
  title: string;
  type: string;
}

/** The platform's notification manager, where the app has it. */
export class Notifier {
  constructor(private readonly app: Application) {}

  get isThere(): boolean {
    return this.manager !== undefined;
  }

  /** The channels that somebody set up; none without a notification manager. */
  async channels(): Promise<Channel[]> {
    if (!this.isThere || !this.app.db.hasCollection('notificationChannels')) return [];
    const rows = (await this.app.db.getRepository('notificationChannels').find({ sort: ['title', 'name'] })) as Array<{
      get(name: string): unknown;
    }>;
    return rows.map((row) => ({
      name: String(row.get('name')),
      title: String(row.get('title') ?? row.get('name')),
      type: String(row.get('notificationType')),
    }));
  }

  /** Returns once the channel has taken the message. @throws Error with the reason when it has not */
  async send({ title, text, params }: Condition, settings: AlertSettings): Promise<void> {
    const { manager } = this;
    if (!manager) throw new Error('the notification manager is not enabled');
    const [subject, content] = [this.say(settings.language, title), this.say(settings.language, text, params)];
    const sending = manager.sendNow({
      channelName: settings.channel,
      triggerFrom: NAMESPACE,
      receivers: { type: 'userId', value: settings.userIds.map(keyOf) },
      // Each channel takes what it needs. No text of a record stands in it: the platform reads it as a template.
      message: { title: subject, content, subject, contentType: 'text', text: content, options: { url: PAGE } },
    });
    let stop = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      stop = clock.after(LIMIT_MS, () => reject(new Error(`the channel did not answer within ${LIMIT_MS / 1000} s`)));
    });
    try {
      const { status, reason } = await Promise.race([sending, late]);
      if (status !== 'success')
        throw new Error(typeof reason === 'string' ? reason : 'the channel refused the message');
    } finally {
      stop();
    }
  }

  private say(lng: string, text: string, params: Record<string, string | number> = {}): string {
    const translated = this.app.i18n.t(text, {
      lng,
      ns: NAMESPACE,
      interpolation: { skipOnVariables: true, prefix: '\u0000' },
    });
    return fill(String(translated), params);
  }

  private get manager(): Manager | undefined {
    const found = this.app.pm.get('notification-manager') as unknown as (Manager & { enabled?: boolean }) | undefined;
    return found?.enabled === false ? undefined : found;
  }
}

/** As the platform has the ids of users; those past 2^53 stay text. */
function keyOf(id: string): number | string {
  return Number.isSafeInteger(Number(id)) ? Number(id) : id;
}
