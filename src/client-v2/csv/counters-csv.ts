import type { Counter } from '../api/types';
import type { Host } from '../host/host';
import { formatScope } from '../sequences/format';
import { fieldId } from '../sequences/health-checks';
import type { HealthStates } from '../sequences/health-checks';
import { toCsv } from './csv';

/** The counters in the order of the list, with the health of their field as far as it is known. Times are ISO instants. */
export function countersCsv(counters: readonly Counter[], states: HealthStates, { t }: Pick<Host, 't'>): string {
  const header = [
    t('Collection'),
    t('Collection name'),
    t('Field'),
    t('Field name'),
    t('Scope'),
    t('Period starts'),
    t('Last number'),
    t('Next number'),
    t('Last used'),
    t('Records'),
    t('Without a number'),
    t('Repeated numbers'),
    t('Gaps'),
    t('Do not fit the pattern'),
    t('Counter behind'),
    t('Pattern does not work'),
  ];
  const rows = counters.map((counter) => {
    const health = states.get(fieldId(counter))?.health;
    const known = health?.works ? health : undefined;
    return [
      counter.collectionTitle ?? counter.collection,
      counter.collection,
      counter.fieldTitle ?? counter.field,
      counter.field,
      counter.scope && formatScope(counter.scope, t),
      counter.period,
      counter.current,
      counter.next,
      counter.lastGeneratedAt,
      known?.total,
      known?.nulls,
      known?.duplicates,
      known?.gaps,
      known?.unreadable,
      known && (known.behind ? t('Yes') : t('No')),
      health?.works === false ? health.faults.join(' ') || t('Yes') : '',
    ];
  });
  return toCsv([header, ...rows]);
}
