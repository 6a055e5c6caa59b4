import type { PartCapacity } from '../../api/preview-types';
import type { Translate } from '../../host/host';
import { useHost } from '../../host/host';
import type { ResetKind } from '../model/reset';
import { readReset } from '../model/reset';
import { formatBig } from '../numbers';

/** How many numbers the digits hold, how many are left, and how many a period used so far. */
export function CapacityText({ capacity, cycle }: { capacity: PartCapacity; cycle: unknown }) {
  const { t, language } = useHost();
  const kind = readReset(cycle).kind;
  const max = formatBig(capacity.max, language);
  const left = formatBig(capacity.left, language);
  const { average } = capacity;
  const used = average && average.periods > 0 && kind !== 'never' ? formatBig(average.count, language) : undefined;
  return (
    <>
      {room(kind, { max, left }, t)} {used && usual(kind, { used }, t)}
    </>
  );
}

function room(kind: ResetKind, values: { max: string; left: string }, t: Translate): string {
  switch (kind) {
    case 'never':
      return t('The digits reach to {{max}}; {{left}} numbers are left.', values);
    case 'daily':
      return t('The digits reach to {{max}} a day; {{left}} are left today.', values);
    case 'weekly':
      return t('The digits reach to {{max}} a week; {{left}} are left in this one.', values);
    case 'monthly':
      return t('The digits reach to {{max}} a month; {{left}} are left in this one.', values);
    case 'yearly':
    case 'fiscal':
      return t('The digits reach to {{max}} a year; {{left}} are left in this one.', values);
    case 'custom':
      return t('The digits reach to {{max}} a period; {{left}} are left in this one.', values);
  }
}

function usual(kind: ResetKind, values: { used: string }, t: Translate): string {
  switch (kind) {
    case 'daily':
      return t('You use about {{used}} a day.', values);
    case 'weekly':
      return t('You use about {{used}} a week.', values);
    case 'monthly':
      return t('You use about {{used}} a month.', values);
    case 'yearly':
    case 'fiscal':
      return t('You use about {{used}} a year.', values);
    default:
      return t('You use about {{used}} a period.', values);
  }
}
