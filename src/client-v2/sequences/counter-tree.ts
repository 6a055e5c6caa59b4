import type { Counter, CounterTarget } from '../api/types';
import type { Translate } from '../host/host';
import { compareNumbers, formatScope } from './format';

/**
 * A row of the counter table: a field with its only counter; a field with its newest period (earlier ones below); a field
 * with several scopes, a summary over the counters below; or one of those below.
 */
export interface CounterNode {
  id: string;
  target: Required<CounterTarget>;
  collectionLabel: string;
  fieldLabel: string;
  /** The row's counter; of a summary, the newest one below. */
  counter: Counter;
  /** The row stands for the field as a whole: actions on the field are offered here. */
  isField: boolean;
  /** The row has no number of its own. */
  isSummary: boolean;
  children?: CounterNode[];
}

/** Rows of the table: a row a field, in the order of their titles; below it its counters, the newest period first. */
export function buildCounterTree(counters: readonly Counter[]): CounterNode[] {
  const fields = new Map<string, Counter[]>();
  for (const counter of counters) {
    const id = JSON.stringify([counter.collection, counter.field]);
    fields.set(id, [...(fields.get(id) ?? []), counter]);
  }
  return [...fields]
    .map(([id, group]) => fieldNode(id, group.filter((counter) => !isPlaceholder(counter, group)).sort(newestFirst)))
    .sort(byLabels);
}

/** A field with scopes keeps a row without a scope that nothing ever draws from (for going back to the built-in field). */
function isPlaceholder(counter: Counter, group: readonly Counter[]): boolean {
  return counter.scope === '' && counter.current === '' && group.some(({ scope }) => scope !== '');
}

function fieldNode(id: string, counters: Counter[]): CounterNode {
  const nodes = counters.map(counterNode);
  const [newest, ...earlier] = nodes;
  if (earlier.length === 0) return { ...newest, isField: true };
  return isOnePerPeriod(counters)
    ? { ...newest, isField: true, children: earlier }
    : { ...newest, id, isField: true, isSummary: true, children: nodes };
}

/** Whether the counters differ by their period only, so that the newest one is the one in use. */
function isOnePerPeriod(counters: readonly Counter[]): boolean {
  return counters.every(({ key, scope }) => key === counters[0].key && scope === counters[0].scope);
}

function counterNode(counter: Counter): CounterNode {
  return {
    id: JSON.stringify([counter.collection, counter.field, counter.key, counter.scope, counter.period]),
    target: { collection: counter.collection, field: counter.field },
    collectionLabel: counter.collectionTitle ?? counter.collection,
    fieldLabel: counter.fieldTitle ?? counter.field,
    counter,
    isField: false,
    isSummary: false,
  };
}

function newestFirst(a: Counter, b: Counter): number {
  return b.period.localeCompare(a.period) || compareScopes(a.scope, b.scope);
}

/** Order of scopes: ids by their value, other values as text. */
export function compareScopes(a: string, b: string): number {
  return compareNumbers(a, b) || a.localeCompare(b, undefined, { numeric: true });
}

/** The field of a row in words. */
export function nodeLabel(node: CounterNode): string {
  return `${node.collectionLabel} / ${node.fieldLabel}`;
}

/** Order of rows by collection, then by field. */
export function byLabels(a: CounterNode, b: CounterNode): number {
  return (
    a.collectionLabel.localeCompare(b.collectionLabel) ||
    a.fieldLabel.localeCompare(b.fieldLabel) ||
    a.id.localeCompare(b.id)
  );
}

/** The counters in which `text` occurs: in the titles or names of collection and field, the scope, or a number. */
export function searchCounters(counters: readonly Counter[], text: string, t: Translate): Counter[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted) return [...counters];
  return counters.filter((counter) =>
    [
      counter.collection,
      counter.collectionTitle,
      counter.field,
      counter.fieldTitle,
      formatScope(counter.scope, t),
      counter.current,
      counter.next,
    ].some((part) => part?.toLocaleLowerCase().includes(wanted)),
  );
}
