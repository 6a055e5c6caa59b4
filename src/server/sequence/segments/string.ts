import { t } from '../../foundation/text-key';
import { escapeRegExp } from '../text';
import type { Segment } from './segment';

/** Fixed text, taken as it is. */
export const stringSegment: Segment<{ value?: unknown }> = {
  type: 'string',
  validate: ({ value }) =>
    typeof value === 'string' && value !== ''
      ? []
      : [{ message: t('The fixed text must not be empty.'), path: 'value' }],
  render: ({ value }) => String(value),
  matcher: ({ value }) => escapeRegExp(String(value)),
};
