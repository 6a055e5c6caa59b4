import type { OperatorEntry, RetentionName } from '../api/outbox-types';
import { DELIVERY_STATUSES } from '../api/outbox-types';
import { isRecord, toText } from '../api/parse';
import type { Host, Translate } from '../host/host';
import { statusWords } from './delivery-words';

/** What was done, in words. */
export function entryWords({ action }: OperatorEntry, t: Translate): string {
  const words: Record<OperatorEntry['action'], string> = {
    replay: t('Replayed'),
    skip: t('Skipped'),
    retention: t('Retention changed'),
    alerts: t('Alerts changed'),
  };
  return words[action];
}

/** To which deliveries it was done, or what changed. */
export function entryDetail({ action, detail }: OperatorEntry, { t }: Host): string {
  if (action === 'retention' || action === 'alerts') return changes(detail, t);
  const { status, postProcessor, collection, search, filter } = detail;
  const statuses = Array.isArray(status) ? status.map(String) : toText(status).split(',').filter(Boolean);
  const parts = [
    ...DELIVERY_STATUSES.filter((known) => statuses.includes(known)).map((known) => statusWords(known, t)),
    toText(postProcessor),
    toText(collection),
    toText(search),
    isRecord(filter) && Object.keys(filter).length > 0 ? JSON.stringify(filter) : '',
    Array.isArray(detail.ids) ? detail.ids.join(', ') : '',
  ];
  return parts.filter(Boolean).join(' · ') || '–';
}

function changes({ before, after }: Record<string, unknown>, t: Translate): string {
  if (!isRecord(before) || !isRecord(after)) return '–';
  return Object.keys(after)
    .map((name) => `${settingWords(name, t)}: ${shown(before[name], t)} → ${shown(after[name], t)}`)
    .join('; ');
}

function shown(value: unknown, t: Translate): string {
  if (value === true) return t('Yes');
  if (value === false) return t('No');
  if (Array.isArray(value)) return value.map(toText).join(', ') || '–';
  return toText(value) || '–';
}

/** A table of which rows are removed after some time. */
export function retentionWords(name: RetentionName, t: Translate): string {
  const words: Record<RetentionName, string> = {
    published: t('Relayed events'),
    processed: t('Marks of processed events'),
    failed: t('Failed deliveries that are done or skipped'),
    eventLog: t('Event log'),
  };
  return words[name];
}

function settingWords(name: string, t: Translate): string {
  const words: Record<string, string> = {
    published: retentionWords('published', t),
    processed: retentionWords('processed', t),
    failed: retentionWords('failed', t),
    eventLog: retentionWords('eventLog', t),
    deadLetters: t('Deliveries were given up'),
    lagSeconds: t('Events wait longer than (seconds)'),
    relayGone: t('A relay is gone'),
    channel: t('Channel'),
    userIds: t('People'),
  };
  return words[name] ?? name;
}
