import { isDeepStrictEqual } from 'node:util';
import type { EntityType } from '../entity-types/entity-type';
import type { ActionTypeId, EventData, Values } from '../outbox/envelope';
import { ACTION } from '../outbox/envelope';
import type { RecordFields } from './record-fields';

/** What an event tells of the values of its record. */
export type ToldChange = Pick<EventData, 'before' | 'after' | 'changed'>;

/**
 * What is told when a record went from one state to another; `null` is a record that was not there. The answer is null
 * when nothing worth telling changed. Values of secret fields are never in it. Pure.
 */
export function toldChange(
  before: Values | null,
  after: Values | null,
  { columns, secret, restless }: Omit<RecordFields, 'columns'> & { columns: readonly string[] },
  { payload, excluded }: Pick<EntityType, 'payload' | 'excluded'>,
): ToldChange | null {
  const told = columns.filter((name) => !excluded.has(name));
  const differs = told.filter((name) => !restless.has(name) && !same(before?.[name], after?.[name]));
  if (before && after && differs.length === 0) return null;
  const isBare = (name: string): boolean => payload === 'none' || secret.has(name);
  const changed: EventData['changed'] = {};
  // Of a record that came or went, `after` or `before` says all there is.
  if (before && after)
    for (const name of differs) changed[name] = isBare(name) ? [] : [before?.[name] ?? null, after?.[name] ?? null];
  const shown = payload === 'changes' && before && after ? differs : told;
  const pick = (values: Values | null): Values | null =>
    values && payload !== 'none'
      ? Object.fromEntries(shown.filter((name) => !secret.has(name)).map((name) => [name, values[name] ?? null]))
      : null;
  return { before: pick(before), after: pick(after), changed };
}

/** What was done to a record that went from one state to another. */
export function actionOf(before: unknown, after: unknown): ActionTypeId {
  if (!before) return ACTION.create;
  return after ? ACTION.update : ACTION.delete;
}

/** The order of an object's members says nothing. */
function same(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a ?? null, b ?? null);
}
