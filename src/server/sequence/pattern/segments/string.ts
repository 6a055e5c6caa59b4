import { t } from '../../../foundation/text-key';
import { characters, escapeRegExp, isStorable } from '../text';
import type { Segment } from './segment';

/** Fixed text, taken as it is. */
export const stringSegment: Segment<{ value?: unknown }> = {
  type: 'string',
  validate({ value }) {
    if (typeof value !== 'string' || value === '')
      return [{ message: t('The fixed text must not be empty.'), path: 'value' }];
    return isStorable(value)
      ? []
      : [{ message: t('The text holds characters that a database cannot keep.'), path: 'value' }];
  },
  render: ({ value }) => String(value),
  leastLength: ({ value }) => characters(String(value)),
  matcher: ({ value }) => escapeRegExp(String(value)),
};
