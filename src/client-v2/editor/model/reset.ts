/** How often a counter starts again, as people say it. */
export type ResetKind = 'never' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'fiscal' | 'custom';

export const RESET_KINDS: readonly ResetKind[] = ['never', 'daily', 'weekly', 'monthly', 'yearly', 'fiscal', 'custom'];

export interface Reset {
  kind: ResetKind;
  /** Of `weekly`: 0 (Sunday) to 6. */
  weekday: number;
  /** Of `fiscal`: 2 to 12; a year that starts in January is `yearly`. */
  month: number;
}

const MONDAY = 1;
const APRIL = 4;
const MONTHLY = '0 0 1 * *';
const MACROS: Record<string, string> = {
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': MONTHLY,
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/** Reads a cron expression as the reset it means; anything that has no name is `custom`. */
export function readReset(cycle: unknown): Reset {
  const reset = { kind: 'custom' as ResetKind, weekday: MONDAY, month: APRIL };
  if (cycle === undefined || cycle === null) return { ...reset, kind: 'never' };
  const text = typeof cycle === 'string' ? cycle.trim() : '';
  const cron = (MACROS[text] ?? text).replace(/\s+/g, ' ').replace(/^0 (?=(\S+ ){4}\S+$)/, '');
  if (cron === '0 0 * * *') return { ...reset, kind: 'daily' };
  if (cron === MONTHLY) return { ...reset, kind: 'monthly' };
  if (cron === '0 0 1 1 *') return { ...reset, kind: 'yearly' };
  const weekday = /^0 0 \* \* ([0-7])$/.exec(cron)?.[1];
  if (weekday) return { ...reset, kind: 'weekly', weekday: Number(weekday) % 7 };
  const month = /^0 0 1 ([2-9]|1[0-2]) \*$/.exec(cron)?.[1];
  return month ? { ...reset, kind: 'fiscal', month: Number(month) } : reset;
}

/** The cron expression of a reset; undefined: never. A custom one starts from the present cycle, else from monthly. */
export function writeReset(reset: Reset, present: unknown): string | undefined {
  switch (reset.kind) {
    case 'never':
      return undefined;
    case 'daily':
      return '0 0 * * *';
    case 'weekly':
      return `0 0 * * ${reset.weekday}`;
    case 'monthly':
      return MONTHLY;
    case 'yearly':
      return '0 0 1 1 *';
    case 'fiscal':
      return `0 0 1 ${reset.month} *`;
    case 'custom':
      return typeof present === 'string' && present.trim() ? present : MONTHLY;
  }
}
