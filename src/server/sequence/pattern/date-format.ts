import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat';
import isoWeek from 'dayjs/plugin/isoWeek';
import quarterOfYear from 'dayjs/plugin/quarterOfYear';
import utc from 'dayjs/plugin/utc';
import weekOfYear from 'dayjs/plugin/weekOfYear';
import weekYear from 'dayjs/plugin/weekYear';
import { offsetMinutes } from './zone';
import { escapeRegExp } from './text';

for (const plugin of [utc, advancedFormat, isoWeek, weekOfYear, weekYear, quarterOfYear]) dayjs.extend(plugin);

/** An instant as text in a Day.js format (week-year tokens included) on the wall clock of a time zone. */
export function formatDate(instant: Date, format: string, zone: string): string {
  return dayjs(instant).utcOffset(offsetMinutes(instant, zone)).format(format);
}

/** What each token can produce, longest token first; the rest of a format is literal text. */
const TOKENS: Array<[RegExp, string]> = [
  [/^\[([^\]]*)\]/, ''],
  [/^(YYYY|gggg|GGGG)/, '[0-9]{4}'],
  [/^(MMMM|MMM|dddd|ddd)/, '[A-Za-z]{3,9}'],
  [/^Do/, '[0-9]{1,2}[a-z]{2}'],
  [/^wo/, '[0-9]{1,2}[a-z]{2}'],
  [/^SSS/, '[0-9]{3}'],
  [/^(zzz|z)/, '.+'],
  [/^ZZ/, '[+-][0-9]{4}'],
  [/^Z/, '[+-][0-9]{2}:[0-9]{2}'],
  [/^(YY|MM|DD|HH|hh|kk|mm|ss|dd|ww|WW)/, ''],
  [/^(M|D|H|h|k|m|s|w|W)/, '[0-9]{1,2}'],
  [/^[dQ]/, '[0-9]'],
  [/^X/, '-?[0-9]{1,11}'],
  [/^x/, '-?[0-9]{1,14}'],
  [/^A/, '[AP]M'],
  [/^a/, '[ap]m'],
];

/** Source of a regular expression for every text that `formatDate` can make with this format. */
export function formatMatcher(format: string): string {
  let rest = format;
  let source = '';
  while (rest) {
    const [length, part] = nextPart(rest);
    source += part;
    rest = rest.slice(length);
  }
  return source;
}

function nextPart(rest: string): [number, string] {
  for (const [token, source] of TOKENS) {
    const found = token.exec(rest);
    if (!found) continue;
    if (found[1] !== undefined && rest.startsWith('[')) return [found[0].length, escapeRegExp(found[1])];
    if (source) return [found[0].length, source];
    return [2, found[0] === 'dd' ? '[A-Za-z]{2}' : '[0-9]{2}'];
  }
  return [1, escapeRegExp(rest.charAt(0))];
}

/** Which spans of time a format tells apart, from the widest; used to judge whether a reset shows in the number. */
export function formatDetail(format: string): Set<'year' | 'quarter' | 'month' | 'week' | 'day' | 'isoYear' | 'hour'> {
  const bare = format.replace(/\[[^\]]*\]/g, '');
  const detail = new Set<'year' | 'quarter' | 'month' | 'week' | 'day' | 'isoYear' | 'hour'>();
  if (/Y/.test(bare)) detail.add('year');
  if (/G|g/.test(bare)) detail.add('isoYear');
  if (/Q/.test(bare)) detail.add('quarter');
  if (/M/.test(bare)) detail.add('month');
  if (/W|w/.test(bare)) detail.add('week');
  if (/D|d/.test(bare)) detail.add('day');
  if (/H|h|k/.test(bare)) detail.add('hour');
  if (/X|x/.test(bare)) (['year', 'month', 'day', 'hour'] as const).forEach((part) => detail.add(part));
  return detail;
}
