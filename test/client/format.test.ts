import {
  compareNumbers,
  countBetween,
  formatCount,
  formatMoment,
  formatPeriod,
  formatScope,
} from '../../src/client-v2/sequences/format';

const t = (text: string) => text;

describe('compareNumbers', () => {
  it.each([
    ['9', '10', -1],
    ['10', '9', 1],
    ['7', '7', 0],
    ['9007199254740993', '9007199254740992', 1],
    ['-1', '0', -1],
    ['', '0', -1],
    ['', '', 0],
  ])('%s against %s is %d', (a, b, order) => {
    expect(compareNumbers(a, b)).toBe(order);
  });
});

describe('countBetween', () => {
  it.each([
    ['100', '119', '20'],
    ['5', '5', '1'],
    ['9007199254740993', '9007199254740994', '2'],
    ['x', '5', ''],
  ])('%s..%s holds %s numbers', (from, to, count) => {
    expect(countBetween(from, to)).toBe(count);
  });
});

describe('formatScope', () => {
  it.each([
    ['', 'All records'],
    ['5', '5'],
    ['5|EU', '5 / EU'],
    ['5|~', '5 / (empty)'],
    ['a\\|b|c\\~\\\\', 'a|b / c~\\'],
    ['sha256:0123456789abcdef0123', 'sha256:01234567…'],
  ])('shows %j as %s', (scope, text) => {
    expect(formatScope(scope, t)).toBe(text);
  });
});

describe('formatPeriod', () => {
  const show = (period: string, timeZone?: string) => formatPeriod(period, { language: 'en-US', timeZone, t });

  it('shows the date in the zone of the field', () => {
    expect(show('2025-12-31T16:00:00.000Z', 'Asia/Shanghai')).toBe('Jan 1, 2026');
  });

  it('adds the time of day where a period does not start at midnight', () => {
    expect(show('2026-03-01T06:00:00.000Z', 'UTC')).toMatch(/^Mar 1, 2026, 6:00\sAM$/);
  });

  it('falls back to the own zone for one the browser does not know', () => {
    expect(show('2026-06-15T12:00:00.000Z', 'Mars/Olympus')).toContain('2026');
  });

  it('shows what it cannot read as it is', () => {
    expect(show('')).toBe('No period');
    expect(show('someday')).toBe('someday');
  });
});

describe('formatMoment and formatCount', () => {
  it('give nothing for no moment, and group the digits of a count', () => {
    expect(formatMoment(undefined, 'en-US')).toBe('');
    expect(formatMoment('never', 'en-US')).toBe('');
    expect(formatMoment('2026-06-15T12:00:00.000Z', 'en-US')).toContain('Jun 15, 2026');
    expect(formatCount(1234567, 'en-US')).toBe('1,234,567');
  });
});
