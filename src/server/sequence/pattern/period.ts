import { t } from '../../foundation/text-key';
import type { CronExpression } from 'cron-parser';
import { CronExpressionParser } from 'cron-parser';
import type { Fault } from '../../foundation/errors';
import { PluginError } from '../../foundation/errors';
import { shown } from '../../foundation/shown';
import { isBlank } from './text';
import { instantOf, offsetMinutes, wallAt } from './zone';

/** A half-open span of time `[start, end)` in which one counter runs. */
export interface Period {
  /** Stored in the counter's `period` column: the start as an ISO instant, '' when the counter never starts again. */
  key: string;
  start: Date | null;
  end: Date | null;
}

/** The period of a counter that never starts again. */
export const ENDLESS: Period = { key: '', start: null, end: null };

const MACROS = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@hourly', '@minutely']);
const REMEMBERED = 64;
const LOOK_AHEAD = 3 * 60 * 60 * 1000;

/** Recently found periods per (cycle, zone), since most records fall into the one of the record before. */
const recent = new Map<string, Period>();

/**
 * The period that an instant lies in: from the last reset at or before it to the next one. An instant equal to a reset
 * belongs to the new period. Both ends follow the wall clock of `zone`: a reset that a DST jump leaves out happens at the
 * first moment after the jump, one that would come twice comes the first time only.
 * @throws PluginError (400) for a time around which there is no reset.
 */
export function periodOf(at: Date, cycle: string | null, zone: string): Period {
  if (cycle === null) return ENDLESS;
  const cacheKey = `${zone} ${cycle}`;
  const known = recent.get(cacheKey);
  if (known && contains(known, at)) return known;

  const found = reachable(at, () => findPeriod(at, cycle, zone));
  recent.delete(cacheKey);
  recent.set(cacheKey, found);
  if (recent.size > REMEMBERED) recent.delete(recent.keys().next().value as string);
  return found;
}

/** The resets after `from`, up to and including the first one at or after `to`; null when there are more than `most`. */
export function resetsBetween(
  from: Date,
  to: Date,
  rule: { cycle: string; zone: string; most: number },
): Date[] | null {
  const resets: Date[] = [];
  const cron = parse(rule.cycle, new Date(Math.floor(wallAt(from, rule.zone).getTime() / 1000) * 1000 - LOOK_AHEAD));
  let last = from;
  while (resets.length < rule.most) {
    const reset = instantOf(cron.next().toDate(), rule.zone);
    if (reset <= last) continue;
    last = reset;
    resets.push(reset);
    if (reset >= to) return resets;
  }
  return null;
}

/** The key under which a period is stored; keys sort as the periods do. */
export function periodKey(start: Date): string {
  return start.toISOString();
}

/** What is wrong with a reset expression; nothing for null and undefined (never resets). */
export function cycleFault(cycle: unknown): Array<Omit<Fault, 'path'>> {
  if (cycle === undefined || cycle === null) return [];
  if (typeof cycle !== 'string' || isBlank(cycle)) return [{ message: t('The reset cycle must not be blank.') }];
  if (!isCronShape(cycle))
    return [{ message: t('The reset cycle "{{cycle}}" is not a cron expression.'), params: { cycle: shown(cycle) } }];
  try {
    const cron = parse(cycle, new Date('2026-01-15T12:00:00Z'));
    cron.next();
    cron.prev();
    return [];
  } catch {
    return [
      {
        message: t('The reset cycle "{{cycle}}" never comes or is not a cron expression.'),
        params: { cycle: shown(cycle) },
      },
    ];
  }
}

/** The parser fills in missing fields and draws `H` by chance, so both are refused before it sees them. */
function isCronShape(cycle: string): boolean {
  const text = cycle.trim();
  if (text.startsWith('@')) return MACROS.has(text);
  const parts = text.split(/\s+/);
  return (parts.length === 5 || parts.length === 6) && !parts.some((part) => /\bH\b|H\(/.test(part));
}

function contains(period: Period, at: Date): boolean {
  return period.start !== null && period.end !== null && at >= period.start && at < period.end;
}

/**
 * Resets are found on the wall clock, where the cron library meets no DST, and turned into instants afterwards. The
 * search starts a little ahead of `at` where clocks were just set back: there a reset that reads later can come earlier.
 */
function findPeriod(at: Date, cycle: string, zone: string): Period {
  const lookAhead = clocksChanged(at, zone) ? LOOK_AHEAD : 0;
  const ahead = new Date(Math.floor(wallAt(at, zone).getTime() / 1000) * 1000 + lookAhead);
  const forward = parse(cycle, ahead);
  const backward = parse(cycle, new Date(ahead.getTime() + 1000));
  let end = instantOf(forward.next().toDate(), zone);
  for (;;) {
    const start = instantOf(backward.prev().toDate(), zone);
    if (start <= at) return { key: periodKey(start), start, end };
    end = start;
  }
}

function clocksChanged(at: Date, zone: string): boolean {
  return offsetMinutes(new Date(at.getTime() - LOOK_AHEAD), zone) !== offsetMinutes(at, zone);
}

/** A time at the end of what a Date can hold is the sender's mistake. @throws PluginError (400) */
function reachable(at: Date, find: () => Period): Period {
  try {
    return find();
  } catch (cause) {
    const params = { date: Number.isNaN(at.getTime()) ? '?' : at.toISOString() };
    const message = t('The date {{date}} is too far away to be numbered by.');
    throw new PluginError(message, { status: 400, code: 'SEQUENCE_DATE_TOO_FAR', params, cause });
  }
}

function parse(cycle: string, currentDate: Date): CronExpression {
  return CronExpressionParser.parse(cycle.trim(), { currentDate, tz: 'UTC' });
}
