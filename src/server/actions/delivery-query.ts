import { t } from '../foundation/text-key';
import { InvalidInput } from '../foundation/errors';
import type { DeliveryQuery } from '../consumer/delivery-search';
import type { Input } from './input';

export const STATUSES = ['retrying', 'dead', 'skipped', 'done'];
const LONGEST_SEARCH = 255;

/** What a request says about the deliveries it means, beside a filter of the platform. @throws InvalidInput */
export function deliveryQuery(input: Input): DeliveryQuery {
  const query = {
    status: statuses(input.raw('status')),
    postProcessor: input.text('postProcessor'),
    collection: input.collection(),
    search: input.text('search')?.slice(0, LONGEST_SEARCH),
  };
  input.done();
  return query;
}

/** One, several, or several in one text with commas between them. */
function statuses(value: unknown): string[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const named: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  if (named.every((status): status is string => typeof status === 'string' && STATUSES.includes(status))) return named;
  throw new InvalidInput([
    {
      message: t('"{{name}}" must be one of: {{choices}}.'),
      path: 'status',
      params: { name: 'status', choices: STATUSES.join(', ') },
    },
  ]);
}
