import { DateTime, IANAZone } from 'luxon';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * A wall clock reading, kept as the Date that shows the same reading in UTC. Calendar arithmetic on it knows no DST.
 */
export type Wall = Date;

let asked: string | undefined;

/** The zone fields use that name none of their own: the one the app's process runs in. Found out once. */
export function appZone(): string {
  if (asked === undefined) {
    const named = process.env.TZ?.replace(/^:/, '');
    asked = named && isZone(named) ? named : Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
  return asked;
}

/** The zone that a field's `timezone` option means. */
export function zoneOf(timezone: unknown): string {
  return typeof timezone === 'string' && isZone(timezone) ? timezone : appZone();
}

/** Zones that are known to exist: finding out takes longer than all else that makes a number. */
const known = new Set<string>();

export function isZone(zone: string): boolean {
  if (known.has(zone)) return true;
  if (!IANAZone.isValidZone(zone)) return false;
  known.add(zone);
  return true;
}

/** Minutes the zone's wall clock is ahead of UTC at an instant. */
export function offsetMinutes(instant: Date, zone: string): number {
  return DateTime.fromJSDate(instant, { zone }).offset;
}

/** What the zone's wall clock shows at an instant. */
export function wallAt(instant: Date, zone: string): Wall {
  return new Date(instant.getTime() + offsetMinutes(instant, zone) * MINUTE);
}

/**
 * The instant at which the wall clock first shows a reading. A reading that comes twice (clocks set back) means the
 * first time; one that a DST jump leaves out means the first moment after the jump. So instants never run backwards as
 * readings go on.
 */
export function instantOf(wall: Wall, zone: string): Date {
  const offsets = [wall.getTime() - DAY, wall.getTime() + DAY].map((around) => offsetMinutes(new Date(around), zone));
  const candidates = offsets.map((offset) => new Date(wall.getTime() - offset * MINUTE));
  const real = candidates.filter((candidate) => wallAt(candidate, zone).getTime() === wall.getTime());
  if (real.length > 0) return new Date(Math.min(...real.map(Number)));
  return jumpBetween(Math.min(...candidates.map(Number)), Math.max(...candidates.map(Number)), zone);
}

/** The first instant with the later offset; the offset changes once in between. */
function jumpBetween(before: number, after: number, zone: string): Date {
  const old = offsetMinutes(new Date(before), zone);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMinutes(new Date(middle), zone) === old) low = middle;
    else high = middle;
  }
  return new Date(high);
}

/** The instant a date text names; text without an offset is read on the zone's wall clock. Null: the text is no date. */
export function parseInZone(text: string, zone: string): Date | null {
  const named = /\d{2}:\d{2}.*(Z|[+-]\d{2}:?(\d{2})?)$/i.test(text.trim());
  for (const parsed of [
    DateTime.fromISO(text.trim(), { zone: 'UTC' }),
    DateTime.fromSQL(text.trim(), { zone: 'UTC' }),
  ]) {
    if (parsed.isValid) return named ? parsed.toJSDate() : instantOf(parsed.toJSDate(), zone);
  }
  return null;
}
