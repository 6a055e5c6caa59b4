import type { Fault } from '../foundation/errors';
import { t } from '../foundation/text-key';

/** Of what somebody is to be told, by which channel, and who. */
export interface AlertSettings {
  /** A delivery was given up. */
  deadLetters: boolean;
  /** An event waits for longer than so many seconds; null: nobody is told of that. */
  lagSeconds: number | null;
  /** A process that relayed is silent, and nothing took its place. */
  relayGone: boolean;
  /** Name of a channel of the notification manager. */
  channel: string | null;
  userIds: string[];
  /** In which the messages are written. */
  language: string;
}

export const NO_ALERTS: AlertSettings = {
  deadLetters: false,
  lagSeconds: null,
  relayGone: false,
  channel: null,
  userIds: [],
  language: 'en-US',
};

export const LONGEST_LAG_SECONDS = 86_400;
export const MOST_USERS = 100;

/** Stored settings; whatever cannot be read is off. Pure. */
export function readAlertSettings(stored: unknown): AlertSettings {
  const found = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  return {
    deadLetters: found.deadLetters === true,
    lagSeconds: isLag(found.lagSeconds) ? found.lagSeconds : null,
    relayGone: found.relayGone === true,
    channel: typeof found.channel === 'string' && found.channel ? found.channel : null,
    userIds: Array.isArray(found.userIds) ? found.userIds.map(String) : [],
    language: typeof found.language === 'string' ? found.language : NO_ALERTS.language,
  };
}

/** Whether anybody is to be told of anything. */
export function isOn({ deadLetters, lagSeconds, relayGone }: AlertSettings): boolean {
  return deadLetters || lagSeconds !== null || relayGone;
}

/**
 * What is wrong with values that somebody wants to set. Pure.
 * @param known the channels and the users among those named that there are
 */
export function alertFaults(wanted: AlertSettings, known: { channels: string[]; userIds: string[] }): Fault[] {
  const faults: Fault[] = [];
  const fault = (message: string, path: string, params: Record<string, string | number> = {}): void =>
    void faults.push({ message, path, params });
  if (wanted.lagSeconds !== null && !isLag(wanted.lagSeconds))
    fault(t('"{{name}}" must be a whole number of seconds from 1 to {{most}}.'), 'lagSeconds', {
      name: 'lagSeconds',
      most: LONGEST_LAG_SECONDS,
    });
  if (wanted.channel !== null && !known.channels.includes(wanted.channel))
    fault(t('There is no notification channel "{{channel}}".'), 'channel', { channel: wanted.channel });
  const strangers = wanted.userIds.filter((id) => !known.userIds.includes(id));
  if (strangers.length > 0) fault(t('There is no user {{id}}.'), 'userIds', { id: strangers[0] });
  if (wanted.userIds.length > MOST_USERS)
    fault(t('At most {{most}} people can be told.'), 'userIds', { most: MOST_USERS });
  if (!isOn(wanted)) return faults;
  if (wanted.channel === null) fault(t('Choose the channel by which alerts are sent.'), 'channel');
  if (wanted.userIds.length === 0) fault(t('Choose who is to be told.'), 'userIds');
  return faults;
}

function isLag(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LONGEST_LAG_SECONDS;
}
