import { t } from '../../../foundation/text-key';
import type { Fault } from '../../../foundation/errors';
import { shown } from '../../../foundation/shown';
import type { Segment } from './segment';

const CHARSETS: Record<string, string> = {
  number: '0123456789',
  lowercase: 'abcdefghijklmnopqrstuvwxyz',
  uppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  symbol: '!@#$%^&*_-+',
};

const CLASSES: Record<string, string> = {
  number: '0-9',
  lowercase: 'a-z',
  uppercase: 'A-Z',
  symbol: '!@#$%^&*_+-',
};

interface RandomOptions {
  length?: unknown;
  charsets?: unknown;
}

const lengthOf = (options: RandomOptions): number => Number(options.length ?? 6);
const charsetsOf = (options: RandomOptions): string[] => [
  ...new Set((options.charsets as string[] | undefined | null) ?? ['number']),
];
const alphabet = (options: RandomOptions): string =>
  charsetsOf(options)
    .map((name) => CHARSETS[name] ?? '')
    .join('');

/** Characters drawn by chance from the chosen sets. On a unique field the whole number is probed before it is used. */
export const randomCharSegment: Segment<RandomOptions> = {
  type: 'randomChar',
  validate({ length, charsets }) {
    const faults: Fault[] = [];
    if (
      length !== undefined &&
      length !== null &&
      !(Number.isInteger(length) && Number(length) >= 1 && Number(length) <= 64)
    ) {
      faults.push({
        message: t('The value must be a whole number from {{min}} to {{max}}.'),
        path: 'length',
        params: { min: 1, max: 64 },
      });
    }
    if (charsets !== undefined && charsets !== null) {
      if (!Array.isArray(charsets) || charsets.length === 0) {
        faults.push({ message: t('At least one character set must be chosen.'), path: 'charsets' });
      } else {
        const unknown: unknown = charsets.find((name) => typeof name !== 'string' || !Object.hasOwn(CHARSETS, name));
        if (unknown !== undefined) {
          faults.push({
            message: t('Unknown character set "{{name}}".'),
            path: 'charsets',
            params: { name: shown(unknown) },
          });
        }
      }
    }
    return faults;
  },
  render(options, { random }) {
    const characters = alphabet(options);
    return Array.from({ length: lengthOf(options) }, () => characters[random(characters.length)]).join('');
  },
  matcher: (options) =>
    `[${charsetsOf(options)
      .map((name) => CLASSES[name] ?? '')
      .sort((a, b) => Number(a.endsWith('-')) - Number(b.endsWith('-')))
      .join('')}]{${lengthOf(options)}}`,
  leastLength: lengthOf,
  possibilities: (options) => BigInt(alphabet(options).length) ** BigInt(lengthOf(options)),
};
