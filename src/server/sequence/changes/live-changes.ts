import type { Fault } from '../../foundation/errors';
import { t } from '../../foundation/text-key';
import type { FieldRule } from '../field/field-rule';
import { lastFitting } from '../preview/capacity';
import type { CounterRule } from '../pattern/segments/segment';

/** What a change of a live field does. `error`: refused; `confirm`: worth a question; `info`: good to know. */
export interface LiveChange extends Fault {
  code: string;
  severity: 'error' | 'confirm' | 'info';
}

/** The highest number that the counter of a key gave in a period that still runs; null: none. */
export type Highest = (key: number) => bigint | null;

interface Kept {
  index: number;
  before: CounterRule;
  after: CounterRule;
}

/** Digits that no longer hold the number the counter stands at: those are refused. Pure. */
export function digitChanges(before: FieldRule, after: FieldRule, highest: Highest): LiveChange[] {
  return kept(before, after).flatMap(({ index, before: old, after: now }): LiveChange[] => {
    const current = highest(now.key as number);
    const narrower = lastFitting(now) < lastFitting(old);
    const stricter = now.overflow === 'error' && old.overflow !== 'error';
    if (current === null || current <= lastFitting(now) || !(narrower || stricter)) return [];
    const option = !narrower ? 'overflow' : now.digits < old.digits ? 'digits' : 'base';
    return [
      {
        code: 'DIGITS_BELOW_CURRENT',
        severity: 'error',
        message: t('The counter stands at {{current}}, which does not fit into {{digits}} digits.'),
        params: { current: current.toString(now.base), digits: now.digits },
        path: `patterns[${index}].options.${option}`,
      },
    ];
  });
}

/** Counters that come and go, and numbers of another width. Pure. */
export function shapeChanges(before: FieldRule, after: FieldRule, highest: Highest): LiveChange[] {
  return [...widthChanges(before, after, highest), ...dropped(before, after, highest), ...added(before, after)];
}

function widthChanges(before: FieldRule, after: FieldRule, highest: Highest): LiveChange[] {
  return kept(before, after).flatMap(({ index, before: old, after: now }): LiveChange[] => {
    if (old.digits === now.digits || highest(now.key as number) === null) return [];
    return [
      {
        code: 'WIDTH_CHANGES',
        severity: 'confirm',
        message: t('New numbers have {{after}} digits, those given have {{before}}; they no longer sort as text.'),
        params: { before: old.digits, after: now.digits },
        path: `patterns[${index}].options.digits`,
      },
    ];
  });
}

function dropped(before: FieldRule, after: FieldRule, highest: Highest): LiveChange[] {
  return before.pattern.counting.flatMap(({ rule }): LiveChange[] => {
    const current = highest(rule.key as number);
    if (current === null || counterOf(after, rule.key)) return [];
    return [
      {
        code: 'COUNTER_DROPPED',
        severity: 'confirm',
        message: t('A counter that stands at {{current}} is no longer used. It is kept, in case the part comes back.'),
        params: { current: current.toString(rule.base) },
        path: 'patterns',
      },
    ];
  });
}

function added(before: FieldRule, after: FieldRule): LiveChange[] {
  return after.pattern.counting.flatMap(({ index, rule }): LiveChange[] => {
    if (counterOf(before, rule.key)) return [];
    return [
      {
        code: 'COUNTER_NEW',
        severity: 'info',
        message: t('This part gets a counter of its own.'),
        path: `patterns[${index}]`,
      },
    ];
  });
}

/** The next number before and after a change: the texts, and what the counters give. */
export interface NextNumbers {
  text: string | null;
  /** By the key of the counter. */
  numbers: ReadonlyMap<number, bigint>;
}

/** Counters that go on elsewhere, and numbers to come that records have already (`taken`). Pure. */
export function nextChanges(
  [before, after]: [FieldRule, FieldRule],
  [old, now]: [NextNumbers, NextNumbers],
  taken: string[],
): LiveChange[] {
  if (taken.length > 0) return [isSame(old, now) ? behind(taken[0]) : repeated(taken[0])];
  const jump = kept(before, after).find(({ after: { key } }) => {
    const [from, to] = [old.numbers.get(key as number), now.numbers.get(key as number)];
    return from !== undefined && to !== undefined && from !== to;
  });
  if (!jump || old.text === null || now.text === null) return [];
  return [
    {
      code: 'NUMBERS_JUMP',
      severity: 'confirm',
      message: t('The next number is "{{after}}" instead of "{{before}}".'),
      params: { before: old.text, after: now.text },
      path: `patterns[${jump.index}]`,
    },
  ];
}

/** The numbers to come are what they were anyway. */
function isSame(old: NextNumbers, now: NextNumbers): boolean {
  const numbers = [...now.numbers];
  return old.text === now.text && numbers.every(([key, number]) => old.numbers.get(key) === number);
}

function repeated(value: string): LiveChange {
  return {
    code: 'NUMBERS_REPEAT',
    severity: 'confirm',
    message: t('The next numbers, for example "{{value}}", are in use already.'),
    params: { value },
    path: 'patterns',
  };
}

/** No change asks for a consent here: it is so already. */
function behind(value: string): LiveChange {
  return {
    code: 'COUNTER_BEHIND',
    severity: 'info',
    message: t(
      'The counter is behind: the next number "{{value}}" is in use already. Repair helps, on the Sequences page.',
    ),
    params: { value },
    path: 'patterns',
  };
}

/** Counters that both rules have, with their place in the new pattern. */
function kept(before: FieldRule, after: FieldRule): Kept[] {
  return after.pattern.counting.flatMap(({ index, rule }) => {
    const old = counterOf(before, rule.key);
    return old ? [{ index, before: old, after: rule }] : [];
  });
}

function counterOf({ pattern }: FieldRule, key: number | null): CounterRule | undefined {
  return pattern.counting.find(({ rule }) => rule.key === key)?.rule;
}
