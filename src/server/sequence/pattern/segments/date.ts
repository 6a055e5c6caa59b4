import { t } from '../../../foundation/text-key';
import type { Fault } from '../../../foundation/errors';
import { formatDate, formatMatcher } from '../date-format';
import { LONGEST_NUMBER } from '../text';
import type { Segment } from './segment';

interface DateOptions {
  format?: unknown;
  field?: unknown;
}

const format = (options: DateOptions): string => (options.format as string | undefined | null) ?? 'YYYYMMDD';
const field = (options: DateOptions): string => (options.field as string | undefined | null) ?? 'createdAt';

/** A date of the record in a Day.js format, in the field's time zone. An empty date field shows the record's time. */
export const dateSegment: Segment<DateOptions> = {
  type: 'date',
  validate(options) {
    const faults: Fault[] = [];
    if (typeof format(options) !== 'string' || format(options).trim() === '') {
      faults.push({ message: t('The date format must not be empty.'), path: 'format' });
    }
    if (typeof format(options) === 'string' && format(options).length > LONGEST_NUMBER) {
      const message = t('The numbers of this pattern do not fit into {{max}} characters.');
      faults.push({ message, path: 'format', params: { max: LONGEST_NUMBER } });
    }
    if (typeof field(options) !== 'string' || field(options).trim() === '') {
      faults.push({ message: t('The date field must be the name of a field.'), path: 'field' });
    }
    return faults;
  },
  render: (options, context) =>
    formatDate(context.instant(field(options)) ?? context.at, format(options), context.zone),
  matcher: (options) => formatMatcher(format(options)),
  dateField: field,
};
