import type { Translate } from '../host/host';

/** How the server stores an empty value in a scope. */
const EMPTY_VALUE = '~';
/** A scope too long to be stored is known by its digest only. */
const DIGEST_PREFIX = 'sha256:';

/** Orders decimal strings of any length by value; anything unreadable comes first. */
export function compareNumbers(a: string, b: string): number {
  const left = toBigInt(a);
  const right = toBigInt(b);
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  return left < right ? -1 : Number(left > right);
}

/** How many numbers lie in from..to, both included, as a decimal string; '' when a bound is unreadable. */
export function countBetween(from: string, to: string): string {
  const first = toBigInt(from);
  const last = toBigInt(to);
  return first === undefined || last === undefined ? '' : String(last - first + BigInt(1));
}

function toBigInt(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

/** A scope in words: the values of its fields, in their order; an empty value is a scope of its own. */
export function formatScope(scope: string, t: Translate): string {
  if (scope === '') return t('All records');
  if (scope.startsWith(DIGEST_PREFIX)) return `${scope.slice(0, DIGEST_PREFIX.length + 8)}…`;
  return splitScope(scope)
    .map((part) => (part === EMPTY_VALUE ? t('(empty)') : part.replace(/\\(.)/g, '$1')))
    .join(' / ');
}

/** Parts of a stored scope, still escaped: `|` separates them unless a backslash stands before it. */
function splitScope(scope: string): string[] {
  return scope.match(/(?:\\.|[^\\|])+/gs) ?? [scope];
}

/** The start of a period as a date in the counter's own zone, with the time of day only where it is not midnight. */
export function formatPeriod(period: string, options: { language: string; timeZone?: string; t: Translate }): string {
  if (period === '') return options.t('No period');
  const start = new Date(period);
  if (Number.isNaN(start.getTime())) return period;
  const zone = usableZone(options.timeZone);
  const midnight = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23', timeZone: zone });
  const timeStyle = midnight.format(start) === '00:00:00' ? undefined : 'short';
  return new Intl.DateTimeFormat(options.language, { dateStyle: 'medium', timeStyle, timeZone: zone }).format(start);
}

/** The zone if this browser knows it; undefined (the person's own zone) otherwise. */
function usableZone(timeZone: string | undefined): string | undefined {
  if (!timeZone) return undefined;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** A moment as date and time in the person's own zone; '' where there is none. */
export function formatMoment(instant: string | undefined, language: string): string {
  const moment = instant ? new Date(instant) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) return '';
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}

/** A count with the language's digit grouping. */
export function formatCount(count: number, language: string): string {
  return new Intl.NumberFormat(language).format(count);
}
