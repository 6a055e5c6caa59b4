import { t } from '../../../foundation/text-key';
import { isBlank } from '../text';
import type { Segment } from './segment';

interface FieldOptions {
  path?: unknown;
  /** Text in place of an empty value; without it an empty value shows nothing. */
  fallback?: unknown;
}

/** A value of the record, or of a record it belongs to (`customer.code`), as text. It stays as it was when numbered. */
export const fieldSegment: Segment<FieldOptions> = {
  type: 'field',
  validate: ({ path }) =>
    typeof path === 'string' && path.trim() !== ''
      ? []
      : [{ message: t('The field segment must name a field.'), path: 'path' }],
  render(options, { value }) {
    const found = value(String(options.path));
    if (isBlank(found)) return typeof options.fallback === 'string' ? options.fallback : '';
    return found instanceof Date ? found.toISOString().slice(0, 10) : String(found);
  },
  matcher: () => '.*',
  paths: (options) => [String(options.path)],
};
