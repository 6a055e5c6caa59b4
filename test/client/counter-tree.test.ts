import type { Counter } from '../../src/client-v2/api/types';
import { buildCounterTree, searchCounters } from '../../src/client-v2/sequences/counter-tree';

const t = (text: string) => text;

function counter(values: Partial<Counter>): Counter {
  return {
    collection: 'orders',
    field: 'code',
    key: '1',
    scope: '',
    period: '',
    current: '1',
    next: '2',
    ...values,
  };
}

describe('buildCounterTree', () => {
  it('makes one row of a field with one counter', () => {
    const [row, ...others] = buildCounterTree([counter({ fieldTitle: 'Code' })]);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ isField: true, isSummary: false, fieldLabel: 'Code', collectionLabel: 'orders' });
    expect(row.children).toBeUndefined();
  });

  it('shows the newest period in the row of the field, the earlier ones below', () => {
    const [row] = buildCounterTree(
      ['2024', '2026', '2025'].map((year) => counter({ period: `${year}-01-01T00:00:00.000Z` })),
    );
    expect(row).toMatchObject({ isField: true, isSummary: false, counter: { period: '2026-01-01T00:00:00.000Z' } });
    expect(row.children?.map((child) => child.counter.period.slice(0, 4))).toEqual(['2025', '2024']);
    expect(row.children?.every((child) => !child.isField)).toBe(true);
  });

  it('sums up a field with several scopes, ids in the order of their values', () => {
    const [row] = buildCounterTree(['10', '9', '2'].map((scope) => counter({ scope })));
    expect(row).toMatchObject({ isField: true, isSummary: true });
    expect(row.children?.map((child) => child.counter.scope)).toEqual(['2', '9', '10']);
  });

  it('leaves out the unused row without a scope of a field that has scopes', () => {
    const unused = counter({ current: '' });
    expect(buildCounterTree([unused])).toHaveLength(1);
    const [row] = buildCounterTree([unused, counter({ scope: '7' })]);
    expect(row).toMatchObject({ isSummary: false, counter: { scope: '7' } });
  });

  it('orders the rows by title and gives each its own id', () => {
    const rows = buildCounterTree([
      counter({ collection: 'b', collectionTitle: 'Zebra' }),
      counter({ collection: 'c', collectionTitle: 'Ant', scope: '1' }),
      counter({ collection: 'c', collectionTitle: 'Ant', scope: '2' }),
    ]);
    expect(rows.map((row) => row.collectionLabel)).toEqual(['Ant', 'Zebra']);
    const ids = rows.flatMap((row) => [row.id, ...(row.children ?? []).map((child) => child.id)]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('searchCounters', () => {
  const counters = [
    counter({ collection: 'orders', collectionTitle: 'Orders', current: '41', next: '42' }),
    counter({ collection: 'invoices', fieldTitle: 'Invoice number', scope: 'EU|7' }),
  ];

  it.each([
    ['', ['orders', 'invoices']],
    ['  ORDERS ', ['orders']],
    ['invoice num', ['invoices']],
    ['42', ['orders']],
    ['eu / 7', ['invoices']],
    ['nothing like it', []],
  ])('finds %j', (text, collections) => {
    expect(searchCounters(counters, text, t).map((found) => found.collection)).toEqual(collections);
  });
});
