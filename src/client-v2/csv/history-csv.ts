import type { Host } from '../host/host';
import type { HistoryEntry } from '../history/history-entry';
import { actorWords, kindWords, optionWords, statusWords, targetWords } from '../history/history-words';
import { formatScope } from '../sequences/format';
import { notableRows } from '../sequences/repair-rows';
import type { TitleLookup } from '../sequences/titles';
import { toCsv } from './csv';
import type { Cell } from './csv';

type Words = Pick<Host, 't'>;

/** What was done, the newest first: a row for each counter or rule it touched. Times are ISO instants. */
export function historyCsv(entries: readonly HistoryEntry[], titles: TitleLookup, { t }: Words): string {
  const header = [
    t('When'),
    t('What'),
    t('By'),
    t('Status'),
    t('Field'),
    t('Scope'),
    t('Period starts'),
    t('Before'),
    t('After'),
    t('Reason'),
  ];
  const rows = entries.flatMap((entry) => {
    const common = [entry.at, kindWords(entry.kind, t), actorWords(entry, t), statusWords(entry.status, t)];
    return touched(entry, titles, t).map((part) => [...common, ...part]);
  });
  return toCsv([header, ...rows]);
}

/** Field, scope, period, before, after and reason of each counter or rule. */
function touched(entry: HistoryEntry, titles: TitleLookup, t: Words['t']): Cell[][] {
  const { change, repair } = entry;
  const field = targetWords(entry, titles, t);
  const counters = notableRows(repair?.rows ?? []).map((row) => [
    targetWords({ ...entry, collection: row.collection, field: row.field }, titles, t),
    row.scope && formatScope(row.scope, t),
    row.period,
    row.before,
    row.after,
    row.reason,
  ]);
  if (counters.length > 0) return counters;
  if (change && change.rules.length > 0) {
    return change.rules.map(({ option, from, to }) => [field, '', '', from, to, optionWords(option, t)]);
  }
  const after = change?.action === 'backfill' ? change.numbered : change?.to;
  return [[field, change?.scope && formatScope(change.scope, t), change?.period, change?.from, after, entry.error]];
}
