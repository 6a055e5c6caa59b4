import type { RelayNode } from '../relay/nodes';
import type { AlertSettings } from '../settings/alert-settings';
import { t } from '../foundation/text-key';

/** What can be wrong at the moment. */
export interface Facts {
  dead: number;
  oldestPendingSeconds: number | null;
  gone: RelayNode[];
}

/** Something that somebody wants to be told of. */
export interface Condition {
  /** Stable while it holds; each relay that is gone has its own. At most 150 characters. */
  name: string;
  title: string;
  /** With placeholders for `params`. */
  text: string;
  params: Record<string, string | number>;
}

/** Which of the conditions that are asked for hold. Pure. */
export function conditionsOf(settings: AlertSettings, { dead, oldestPendingSeconds, gone }: Facts): Condition[] {
  const found: Condition[] = [];
  if (settings.deadLetters && dead > 0)
    found.push({
      name: 'deadLetters',
      title: t('Deliveries were given up'),
      text: t('Deliveries of events that were given up and wait for an operator: {{count}}'),
      params: { count: dead },
    });
  const { lagSeconds } = settings;
  if (lagSeconds !== null && oldestPendingSeconds !== null && oldestPendingSeconds > lagSeconds)
    found.push({
      name: 'lag',
      title: t('Events wait to be relayed'),
      text: t('The oldest event has been waiting for {{seconds}} seconds; the limit is {{limit}}.'),
      params: { seconds: Math.floor(oldestPendingSeconds), limit: lagSeconds },
    });
  if (settings.relayGone)
    for (const { owner, seenSecondsAgo } of gone)
      found.push({
        name: `relay:${owner}`,
        title: t('A relay is gone'),
        text: t('{{relay}} has not given a sign of life for {{minutes}} minutes, and nothing took its place.'),
        params: { relay: owner, minutes: Math.floor(seenSecondsAgo / 60) },
      });
  return found;
}
