import type { IntegrityReport } from '../api/types';
import type { Host } from '../host/host';
import { countBetween, formatScope } from '../sequences/format';
import { toCsv } from './csv';
import type { Cell } from './csv';

/** Every finding of an integrity report, a row each. Periods are ISO instants. */
export function integrityCsv(report: IntegrityReport, { t }: Pick<Host, 't'>): string {
  const header = [t('Finding'), t('Scope'), t('Period starts'), t('From'), t('To'), t('How many'), t('Records')];
  const rows: Cell[][] = [
    ...(report.behind ? [[t('The counter is behind the data')]] : []),
    ...report.duplicates.map(({ value, count, ids }) => [
      t('Repeated number'),
      '',
      '',
      value,
      value,
      count,
      ids.join(' '),
    ]),
    ...report.gaps.map(({ scope, period, from, to, before, after }) => [
      t('Gap'),
      scope && formatScope(scope, t),
      period,
      from,
      to,
      countBetween(from, to),
      [before, after].filter(Boolean).join(' '),
    ]),
    ...(report.nulls > 0 ? [[t('Without a number'), '', '', '', '', report.nulls, report.nullIds.join(' ')]] : []),
    ...(report.unreadable > 0
      ? [[t('Do not fit the pattern'), '', '', '', '', report.unreadable, report.unreadableIds.join(' ')]]
      : []),
  ];
  return toCsv([header, ...rows.map((row) => header.map((_, index) => row[index]))]);
}
