import { t } from '../../foundation/text-key';
import type { CounterName } from '../counters/counter';
import type { SequenceFieldLike } from '../field/field-locator';
import { ENDLESS } from '../pattern/period';

/** What became of one counter. `before` and `after` are whole numbers as text; null: it has none. */
export interface RepairRow {
  collection: string;
  field: string;
  key: number | null;
  scope: string;
  period: string;
  before: string | null;
  after: string | null;
  action: 'none' | 'created' | 'raised' | 'lowered' | 'skipped';
  /** Why it was skipped: an English text (the key of its translations) with placeholders. */
  reason?: string;
  reasonParams?: Record<string, string | number>;
}

export function reported(
  name: CounterName,
  before: bigint | null,
  after: bigint | null,
  action: RepairRow['action'],
): RepairRow {
  const { collection, field, key, scope, period } = name;
  return {
    collection,
    field,
    key,
    scope,
    period,
    before: before?.toString() ?? null,
    after: after?.toString() ?? null,
    action,
  };
}

/** A counter that stays as it is. */
export function unchanged(name: CounterName, current: bigint | null): RepairRow {
  return reported(name, current, current, 'none');
}

export function skipped(field: SequenceFieldLike, reason: string): RepairRow {
  return {
    collection: field.collection.name,
    field: field.name,
    key: null,
    scope: '',
    period: ENDLESS.key,
    before: null,
    after: null,
    action: 'skipped',
    reason,
  };
}

export function unread(
  family: { collection: string; field: string; key: number },
  count: number,
  sample: string | null,
): RepairRow {
  const reason = t('{{count}} values do not have the shape of the pattern, for example "{{sample}}".');
  const reasonParams = { count, sample: sample ?? '' };
  return { ...family, scope: '', period: '', before: null, after: null, action: 'skipped', reason, reasonParams };
}

export function counterText(row: RepairRow): string {
  return JSON.stringify([row.key, row.scope, row.period, row.action]);
}
