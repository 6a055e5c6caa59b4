import { randomInt } from 'node:crypto';
import { PluginError } from '../../foundation/errors';
import type { Pattern } from '../pattern/pattern';

/** The numbers of the counting parts, by their place in the pattern. */
export type Numbers = ReadonlyMap<number, bigint>;

/** When a shown number is made. */
export interface Moment {
  at: Date;
  zone: string;
}

/**
 * A number as the texts of its parts, without a record: values of other fields show as their path in ‹ ›. Null when a part
 * refuses its number, since its digits are used up.
 */
export function sampleTexts(pattern: Pattern, { at, zone }: Moment, numbers: Numbers): string[] | null {
  const context = {
    at,
    zone,
    value: (path: string) => `‹${path}›`,
    instant: () => null,
    random: (limit: number) => randomInt(limit),
  };
  return textsOrNull(pattern, context, numbers);
}

/** The texts of the parts; null when one refuses its number. */
export function textsOrNull(
  pattern: Pattern,
  context: Parameters<Pattern['texts']>[0],
  numbers: Numbers,
): string[] | null {
  try {
    return pattern.texts(context, numbers);
  } catch (error) {
    if (error instanceof PluginError && error.code === 'SEQUENCE_OVERFLOW') return null;
    throw error;
  }
}

export function sample(pattern: Pattern, moment: Moment, numbers: Numbers): string | null {
  return sampleTexts(pattern, moment, numbers)?.join('') ?? null;
}
