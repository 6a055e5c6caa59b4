import type { Translate } from '../host/host';
import type { SegmentOption } from './model/types';

/** The kind of a part in words; of other plugins' kinds their own name. */
export function kindOf(type: string, t: Translate): string {
  switch (type) {
    case 'string':
      return t('Fixed text');
    case 'integer':
      return t('Counter');
    case 'date':
      return t('Date');
    case 'field':
      return t('Field value');
    case 'randomChar':
      return t('Random characters');
    default:
      return type;
  }
}

/** What a kind of part is for, in a few words. */
export function purposeOf(type: string, t: Translate): string {
  switch (type) {
    case 'string':
      return t('the same in every number');
    case 'integer':
      return t('counts up, one by one');
    case 'date':
      return t('the date of the record');
    case 'field':
      return t('a value of the record or of a related one');
    case 'randomChar':
      return t('drawn by chance');
    default:
      return '';
  }
}

/** What a chip shows as long as the server has not said what the part gives. */
export function roughSample({ type, options }: SegmentOption): string {
  if (type === 'string') return typeof options.value === 'string' ? options.value : '';
  if (type === 'date') return typeof options.format === 'string' ? options.format : '';
  if (type === 'integer') return '0'.repeat(Math.min(18, Number(options.digits) || 1));
  return '…';
}
