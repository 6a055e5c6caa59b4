import { cycleFault, periodOf, resetsBetween } from '../../src/server/sequence/pattern/period';
import { instantOf, parseInZone, wallAt } from '../../src/server/sequence/pattern/zone';

const span = (at: string, cycle: string, zone: string): string[] => {
  const { start, end } = periodOf(new Date(at), cycle, zone);
  return [start?.toISOString() ?? '', end?.toISOString() ?? ''];
};

test.each([
  [
    'a midnight left out by DST starts at the first moment after it',
    '2026-04-24T10:00:00Z',
    '0 0 * * *',
    'Africa/Cairo',
    '2026-04-23T22:00:00.000Z',
    '2026-04-24T21:00:00.000Z',
  ],
  [
    'a midnight that comes twice starts the first time',
    '2026-11-01T05:30:00Z',
    '0 0 * * *',
    'America/Havana',
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ],
  [
    'an hour left out: the reset comes with the jump',
    '2026-03-29T05:00:00Z',
    '30 2 * * *',
    'Europe/Berlin',
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ],
  [
    'a reading that comes again after its reset stays in the new period',
    '2026-10-25T00:10:00Z',
    '30 1 * * *',
    'Europe/Berlin',
    '2026-10-24T23:30:00.000Z',
    '2026-10-26T00:30:00.000Z',
  ],
  [
    'half-hour jumps',
    '2026-10-04T10:00:00Z',
    '0 0 * * *',
    'Australia/Lord_Howe',
    '2026-10-03T13:30:00.000Z',
    '2026-10-04T13:00:00.000Z',
  ],
  [
    'a day that a zone skipped',
    '2011-12-31T12:00:00Z',
    '0 0 * * *',
    'Pacific/Apia',
    '2011-12-31T10:00:00.000Z',
    '2012-01-01T10:00:00.000Z',
  ],
  ['leap days', '2027-01-31T00:00:00Z', '0 0 29 2 *', 'UTC', '2024-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  [
    'macros',
    '2026-05-05T00:00:00Z',
    '@yearly',
    'Asia/Shanghai',
    '2025-12-31T16:00:00.000Z',
    '2026-12-31T16:00:00.000Z',
  ],
  [
    'seconds',
    '2026-05-05T00:00:07.500Z',
    '*/5 * * * * *',
    'UTC',
    '2026-05-05T00:00:05.000Z',
    '2026-05-05T00:00:10.000Z',
  ],
])('%s', (_, at, cycle, zone, start, end) => {
  expect(span(at, cycle, zone)).toEqual([start, end]);
});

test('each instant lies in exactly one period, whatever order they are asked in', () => {
  for (const zone of ['Europe/Berlin', 'America/Havana', 'Africa/Cairo', 'Pacific/Apia']) {
    let last = periodOf(new Date('2026-03-01T00:00:00Z'), '0 0 * * *', zone);
    for (let t = Date.parse('2026-03-01T00:00:00Z'); t < Date.parse('2026-11-10T00:00:00Z'); t += 37 * 60_000) {
      const period = periodOf(new Date(t), '0 0 * * *', zone);
      expect(Number(period.start)).toBeLessThanOrEqual(t);
      expect(Number(period.end)).toBeGreaterThan(t);
      if (period.key !== last.key) expect(period.start).toEqual(last.end);
      last = period;
    }
  }
});

test('a counter without resets has one period', () => {
  expect(periodOf(new Date(), null, 'UTC').key).toBe('');
});

test('resets between two instants, or too many of them', () => {
  const rule = { cycle: '0 0 1 * *', zone: 'UTC', most: 100 };
  expect(
    resetsBetween(new Date('2026-01-15T00:00:00Z'), new Date('2026-03-02T00:00:00Z'), rule)?.map((at) =>
      at.toISOString().slice(0, 10),
    ),
  ).toEqual(['2026-02-01', '2026-03-01', '2026-04-01']);
  expect(resetsBetween(new Date(0), new Date(), { ...rule, cycle: '* * * * *' })).toBeNull();
});

test.each([
  ['', 1],
  [' ', 1],
  ['0 0 1 1', 1],
  ['0 0 30 2 *', 1],
  ['61 * * * *', 1],
  ['@midnightly', 1],
  ['H H * * *', 1],
  [5, 1],
  [{}, 1],
  [null, 0],
  [undefined, 0],
  ['0 0 29 2 *', 0],
  ['0 0 * * 1', 0],
  ['@daily', 0],
  ['0 0 0 1 1 *', 0],
])('cycle %p has %p faults', (cycle, count) => {
  expect(cycleFault(cycle)).toHaveLength(count);
});

test('wall clock readings and instants', () => {
  const wall = wallAt(new Date('2026-07-01T10:00:00Z'), 'Asia/Kathmandu');
  expect(wall.toISOString()).toBe('2026-07-01T15:45:00.000Z');
  expect(instantOf(wall, 'Asia/Kathmandu').toISOString()).toBe('2026-07-01T10:00:00.000Z');
});

test.each([
  ['2026-01-05', '2026-01-04T16:00:00.000Z'],
  ['2026-01-05 08:00:00', '2026-01-05T00:00:00.000Z'],
  ['2026-01-05T08:00:00Z', '2026-01-05T08:00:00.000Z'],
  ['2026-01-05 08:00:00.123 +00:00', '2026-01-05T08:00:00.123Z'],
  ['2026-01-05T08:00:00+02:00', '2026-01-05T06:00:00.000Z'],
  ['no date', undefined],
])('%s read in Asia/Shanghai', (text, instant) => {
  expect(parseInZone(text, 'Asia/Shanghai')?.toISOString()).toBe(instant);
});
