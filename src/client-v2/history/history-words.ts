import type { Host } from '../host/host';
import { formatCount } from '../sequences/format';
import { changedRows } from '../sequences/repair-rows';
import type { TitleLookup } from '../sequences/titles';
import type { HistoryEntry, HistoryKind } from './history-entry';

/** What was done, in words. */
export function kindWords(kind: HistoryKind, t: Host['t']): string {
  switch (kind) {
    case 'check':
      return t('Check');
    case 'repair':
      return t('Repair');
    case 'setNext':
      return t('Next number set');
    case 'backfill':
      return t('Old records numbered');
    case 'rules':
      return t('Rules changed');
  }
}

export function statusWords(status: HistoryEntry['status'], t: Host['t']): string {
  switch (status) {
    case 'running':
      return t('Running');
    case 'failed':
      return t('Failed');
    case 'succeeded':
      return t('Done');
  }
}

/** Who did it: a person, or what stands in for one. */
export function actorWords({ by, origin }: HistoryEntry, t: Host['t']): string {
  return by ?? (origin === 'command' ? t('Command line') : t('System'));
}

/** What it was done to. */
export function targetWords({ collection, field }: HistoryEntry, titles: TitleLookup, t: Host['t']): string {
  if (!collection) return t('All fields');
  const title = titles(collection, field ?? '');
  return field ? `${title.collection} / ${title.field}` : title.collection;
}

/** What came of it, in a few words; '' while it runs or after it failed. */
export function outcomeWords(entry: HistoryEntry, { t, language }: Pick<Host, 't' | 'language'>): string {
  const { repair, change } = entry;
  if (entry.status !== 'succeeded') return '';
  const count = (number: number) => formatCount(number, language);
  if (repair) {
    const numbers = { number: count(changedRows(repair.rows).length), total: count(repair.rows.length) };
    return repair.dryRun
      ? t('Counters that need repair: {{number}} of {{total}}', numbers)
      : t('Counters corrected: {{number}} of {{total}}', numbers);
  }
  if (!change) return '';
  if (change.action === 'backfill') {
    const number = change.numbered ?? change.progressCurrent;
    return number === undefined ? '' : t('Records: {{number}}', { number: count(number) });
  }
  const step = change.to === undefined ? '' : `${change.from ?? '–'} → ${change.to}`;
  if (change.action !== 'rules') return step;
  const options = change.rules.map(({ option }) => optionWords(option, t)).join(', ');
  if (change.from === change.to) return options;
  return [options, step].filter(Boolean).join(' · ');
}

/** An option of the field as its editor calls it. */
export function optionWords(option: string, t: Host['t']): string {
  const words: Record<string, string> = {
    patterns: t('Pattern'),
    timezone: t('Time zone'),
    unique: t('Unique'),
    inputable: t('People may type a number'),
    match: t('A typed number must have this shape'),
  };
  return words[option] ?? option;
}
