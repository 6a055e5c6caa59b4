import { t } from '../../foundation/text-key';
import type { Duplicates } from '../integrity/duplicates';
import type { LiveChange } from './live-changes';

const NAMED = 10;

/** Why a field cannot become unique; nothing when its values differ. Pure. */
export function duplicateChanges({ total, duplicates }: Duplicates): LiveChange[] {
  if (total === 0) return [];
  const named = duplicates.slice(0, NAMED).map(({ value, count }) => `"${value}" (${count}×)`);
  return [
    {
      code: 'DUPLICATES',
      severity: 'error',
      message: t('{{total}} values stand more than once, so the field cannot be unique: {{list}}'),
      params: { total, list: [...named, ...(total > named.length ? ['…'] : [])].join(', ') },
      path: 'unique',
    },
  ];
}
