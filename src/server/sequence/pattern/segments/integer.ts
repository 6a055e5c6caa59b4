import { t } from '../../../foundation/text-key';
import type { Fault } from '../../../foundation/errors';
import { Conflict } from '../../../foundation/errors';
import { cycleFault } from '../period';
import type { CounterRule, Segment } from './segment';

interface IntegerOptions {
  digits?: unknown;
  start?: unknown;
  base?: unknown;
  cycle?: unknown;
  key?: unknown;
  overflow?: unknown;
  scope?: unknown;
}

const MAX_DIGITS = 18;
const SYMBOLS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The counter's number, padded with zeros to `digits`. Past the digits it grows (99 → 100) unless `overflow: 'error'`. */
export const integerSegment: Segment<IntegerOptions> = {
  type: 'integer',
  validate: (options) => [
    ...wholeNumber(options.digits, 'digits', 1, MAX_DIGITS),
    ...wholeNumber(options.start, 'start', 0, Number.MAX_SAFE_INTEGER),
    ...wholeNumber(options.base, 'base', 2, 36),
    ...wholeNumber(options.key, 'key', 0, 2 ** 31 - 1),
    ...cycleFault(options.cycle).map((fault) => ({ ...fault, path: 'cycle' })),
    ...overflowFault(options.overflow),
    ...scopeFault(options.scope),
    ...startFits(options),
  ],
  render(options, { number }) {
    const { digits, base, overflow } = counterRule(options);
    const text = number.toString(base).padStart(digits, '0');
    if (text.length > digits && overflow === 'error') {
      throw new Conflict(t('All numbers with {{digits}} digits are used up. Raise the digits of the field to go on.'), {
        code: 'SEQUENCE_OVERFLOW',
        params: { digits },
      });
    }
    return text;
  },
  matcher(options) {
    const { digits, base } = counterRule(options);
    const letters = base > 10 ? `a-${SYMBOLS[base - 1]}A-${SYMBOLS[base - 1]?.toUpperCase()}` : '';
    return `[0-${base > 10 ? 9 : base - 1}${letters}]{${digits},${Math.max(digits, capacity(base))}}`;
  },
  leastLength: (options) => counterRule(options).digits,
  counter: counterRule,
};

/** The most digits a number of the counter's column (a signed 64-bit integer) can have for certain. */
function capacity(base: number): number {
  return Math.floor(63 / Math.log2(base));
}

/** Reads the options with the built-in plugin's defaults; call it on valid options only. */
function counterRule(options: IntegerOptions): CounterRule {
  return {
    key: options.key === undefined || options.key === null ? null : Number(options.key),
    digits: Number(options.digits ?? 1),
    start: BigInt(Number(options.start ?? 0)),
    base: Number(options.base ?? 10),
    cycle: (options.cycle as string | null | undefined) ?? null,
    overflow: options.overflow === 'error' ? 'error' : 'grow',
    scope: Array.isArray(options.scope) ? (options.scope as string[]) : [],
  };
}

/** Value of a digit text in a base; the inverse of `number.toString(base)`, exact past 2^53. */
export function parseNumber(text: string, base: number): bigint {
  if (base === 10) return BigInt(text);
  let value = 0n;
  for (const symbol of text.toLowerCase()) value = value * BigInt(base) + BigInt(SYMBOLS.indexOf(symbol));
  return value;
}

function wholeNumber(value: unknown, path: string, min: number, max: number): Fault[] {
  if (value === undefined || value === null) return [];
  const fine = typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
  return fine
    ? []
    : [{ message: t('The value must be a whole number from {{min}} to {{max}}.'), path, params: { min, max } }];
}

function overflowFault(value: unknown): Fault[] {
  return value === undefined || value === null || value === 'grow' || value === 'error'
    ? []
    : [{ message: t('Overflow must be "grow" or "error".'), path: 'overflow' }];
}

function scopeFault(value: unknown): Fault[] {
  if (value === undefined || value === null) return [];
  const fine = Array.isArray(value) && value.every((path) => typeof path === 'string' && path.trim() !== '');
  if (!fine) return [{ message: t('The scope must be a list of field names.'), path: 'scope' }];
  return new Set(value).size === value.length ? [] : [{ message: t('The scope names a field twice.'), path: 'scope' }];
}

function startFits({ digits, start, overflow, base }: IntegerOptions): Fault[] {
  const number = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
  const [width, first, radix] = [number(digits, 1), number(start, 0), number(base, 10)];
  return overflow === 'error' && first >= radix ** width
    ? [{ message: t('The first number does not fit into the digits.'), path: 'start' }]
    : [];
}
