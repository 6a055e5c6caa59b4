import type { CounterNode } from './counter-tree';

/** A heading in the counter table: a collection, with the rows of its fields below. */
export interface CollectionRow {
  id: string;
  isCollection: true;
  name: string;
  label: string;
  children: CounterNode[];
}

export type TableRow = CollectionRow | CounterNode;

export function isCollectionRow(row: TableRow): row is CollectionRow {
  return 'isCollection' in row;
}

/** The rows of fields under their collections, in the order in which they come. */
export function groupByCollection(nodes: readonly CounterNode[]): CollectionRow[] {
  const groups = new Map<string, CollectionRow>();
  for (const node of nodes) {
    const { collection } = node.target;
    const group = groups.get(collection) ?? {
      id: JSON.stringify([collection]),
      isCollection: true,
      name: collection,
      label: node.collectionLabel,
      children: [],
    };
    groups.set(collection, { ...group, children: [...group.children, node] });
  }
  return [...groups.values()];
}

/** Collections are always ordered by their names; `compare` orders the rows of counters. */
export function orderRows(compare: (a: CounterNode, b: CounterNode) => number) {
  return (a: TableRow, b: TableRow): number =>
    isCollectionRow(a) || isCollectionRow(b) ? labelOf(a).localeCompare(labelOf(b)) : compare(a, b);
}

function labelOf(row: TableRow): string {
  return isCollectionRow(row) ? row.label : row.collectionLabel;
}
