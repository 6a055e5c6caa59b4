import { clock } from '../../foundation/clock';
import { InvalidInput } from '../../foundation/errors';
import { t } from '../../foundation/text-key';
import { toInstant } from '../numbering/record-time';

export interface PreviewRequest {
  patterns: unknown;
  timezone?: unknown;
  /** With a saved field the preview goes on from its counters. */
  collection?: string;
  field?: string;
  /** The record time to show; now by default. */
  at?: unknown;
  count?: unknown;
  inputable?: boolean;
  match?: boolean;
  unique?: boolean;
}

const MOST = 20;

/** @throws InvalidInput when it is no date. */
export function timeOf(at: unknown, zone: string): Date {
  if (at === undefined || at === null || at === '') return clock.now();
  const time = toInstant(at, zone);
  if (!time || !isCalendarYear(time)) throw new InvalidInput([{ message: t('The time is not a date.'), path: 'at' }]);
  return time;
}

/** Years of four digits: what date formats write and the search for resets reaches. */
function isCalendarYear(time: Date): boolean {
  return time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;
}

/** @throws InvalidInput when it is no number of numbers to show. */
export function countOf(count: unknown): number {
  if (count === undefined || count === null || count === '') return 3;
  const number = typeof count === 'object' ? NaN : Number(count);
  if (Number.isInteger(number) && number >= 1 && number <= MOST) return number;
  throw new InvalidInput([
    {
      message: t('The value must be a whole number from {{min}} to {{max}}.'),
      path: 'count',
      params: { min: 1, max: MOST },
    },
  ]);
}
