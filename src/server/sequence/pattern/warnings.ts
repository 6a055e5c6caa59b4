import { t } from '../../foundation/text-key';
import type { Fault } from '../../foundation/errors';
import { formatDetail } from './date-format';
import type { Pattern } from './pattern';

/** A pattern that works, but perhaps not as its author thinks. */
export interface Warning extends Fault {
  code: 'RESET_NOT_SHOWN' | 'WEEK_YEAR_MIX' | 'NO_DISTINGUISHING_PART' | 'EXHAUSTED';
}

/** Judges a valid pattern: resets that the number does not show repeat numbers; week numbers need the week's own year. */
export function patternWarnings(pattern: Pattern): Warning[] {
  return [...resetWarnings(pattern), ...weekWarnings(pattern), ...emptyWarnings(pattern)];
}

function resetWarnings(pattern: Pattern): Warning[] {
  const shown = new Set<string>();
  for (const part of pattern.parts) {
    if (part.segment.dateField) formatDetail(formatOf(part.options)).forEach((detail) => shown.add(detail));
  }
  return pattern.counting.flatMap(({ rule, index }) => {
    if (rule.cycle === null || tellsApart(rule.cycle, shown)) return [];
    return [
      {
        code: 'RESET_NOT_SHOWN' as const,
        message: t('The counter starts again, but the number has no date part that changes as often: numbers repeat.'),
        path: `patterns[${index}].options.cycle`,
      },
    ];
  });
}

/** Whether the date parts differ between two periods of the cycle, judged by the coarsest field the cron fixes. */
function tellsApart(cycle: string, shown: Set<string>): boolean {
  const year = shown.has('year') || shown.has('isoYear');
  if (!year) return false;
  const dayKnown = shown.has('month') && shown.has('day');
  const text = cycle.trim();
  if (text === '@yearly' || text === '@annually') return true;
  if (text === '@monthly') return shown.has('month');
  if (text === '@weekly') return shown.has('week') || dayKnown;
  if (text === '@daily') return dayKnown;
  if (text.startsWith('@')) return dayKnown && shown.has('hour');
  const [, hour, day, month, weekday] = text.split(/\s+/).slice(-5) as [string, string, string, string, string];
  if (!/^\d+$/.test(hour)) return dayKnown && shown.has('hour');
  if (weekday !== '*' && weekday !== '?')
    return /^\d+$|^[a-z]{3}$/i.test(weekday) ? shown.has('week') || dayKnown : dayKnown;
  if (!/^\d+$/.test(day)) return dayKnown;
  if (!/^\d+$/.test(month)) return shown.has('month') || (shown.has('quarter') && /^(\d+,){3}\d+$|\*\/3/.test(month));
  return true;
}

function weekWarnings(pattern: Pattern): Warning[] {
  return pattern.parts.flatMap((part, index) => {
    if (!part.segment.dateField) return [];
    const detail = formatDetail(formatOf(part.options));
    return detail.has('week') && detail.has('year') && !detail.has('isoYear')
      ? [
          {
            code: 'WEEK_YEAR_MIX' as const,
            message: t(
              'A week number beside the calendar year is wrong around New Year; use GGGG with WW or gggg with ww.',
            ),
            path: `patterns[${index}].options.format`,
          },
        ]
      : [];
  });
}

function emptyWarnings(pattern: Pattern): Warning[] {
  if (pattern.counting.length > 0 || pattern.hasChance) return [];
  return [
    {
      code: 'NO_DISTINGUISHING_PART' as const,
      message: t('Nothing in this pattern counts or is drawn by chance, so numbers can repeat.'),
      path: 'patterns',
    },
  ];
}

function formatOf(options: Record<string, unknown>): string {
  return typeof options.format === 'string' ? options.format : 'YYYYMMDD';
}
