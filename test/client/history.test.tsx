/** @jest-environment jsdom */
import './support/dom';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HistoryEntry } from '../../src/client-v2/history/history-entry';
import { HistoryPanel } from '../../src/client-v2/history/HistoryPanel';
import { mergeFeeds, NO_FEED } from '../../src/client-v2/history/merge-feeds';
import { buildTitleLookup } from '../../src/client-v2/sequences/titles';
import { narrowScreen } from './support/dom';
import { FakeServer, refusal, renderPage } from './support/page';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 12, minute)).toISOString();
const entry = (id: string, minute: number): HistoryEntry => ({
  id,
  kind: 'setNext',
  at: at(minute),
  status: 'succeeded',
});
const feed = (ended: boolean, ...entries: HistoryEntry[]) => ({ ...NO_FEED, entries, ended });

describe('mergeFeeds', () => {
  it('shows nothing while a source has not been read', () => {
    expect(mergeFeeds([NO_FEED, NO_FEED])).toEqual({ entries: [], missing: [0, 1] });
    expect(mergeFeeds([feed(false, entry('a', 5)), NO_FEED])).toEqual({ entries: [], missing: [1] });
  });

  it('orders by time and holds back what another source may still come before', () => {
    const merged = mergeFeeds([feed(false, entry('a', 9), entry('b', 3)), feed(false, entry('c', 8), entry('d', 6))]);
    expect(merged.entries.map(({ id }) => id)).toEqual(['a', 'c', 'd']);
    expect(merged.missing).toEqual([1]);
  });

  it('is complete when every source has ended', () => {
    const merged = mergeFeeds([feed(true, entry('a', 9), entry('b', 3)), feed(true, entry('c', 8))]);
    expect(merged.entries.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect(merged.missing).toEqual([]);
  });

  it('shows an entry once that came with two pages', () => {
    const merged = mergeFeeds([feed(true, entry('a', 9), entry('b', 3), entry('b', 3))]);
    expect(merged.entries).toHaveLength(2);
  });
});

const titles = buildTitleLookup([]);
const REPAIR = {
  id: 5,
  status: 'succeeded',
  dryRun: false,
  collection: 'orders',
  field: 'code',
  by: 'Lan',
  createdAt: at(10),
  rows: [{ collection: 'orders', field: 'code', key: 1, before: '3', after: '44', action: 'raised' }],
};
const SET_NEXT = {
  id: 9,
  action: 'setNext',
  status: 'succeeded',
  collection: 'orders',
  field: 'code',
  scope: '7',
  period: '',
  from: '45',
  to: '100',
  by: 'Minh',
  createdAt: at(20),
};
const RULES = {
  ...SET_NEXT,
  id: 8,
  action: 'rules',
  scope: '',
  from: 'DH-001',
  to: 'DH-0001',
  detail: {
    before: { unique: false, patterns: [{ type: 'integer', options: { digits: 3, start: 1 } }] },
    after: {
      unique: true,
      patterns: [
        { type: 'string', options: { value: 'A' } },
        { type: 'integer', options: {} },
      ],
    },
  },
  createdAt: at(5),
};

describe('HistoryPanel', () => {
  it('shows repairs and changes by hand together, with who, when, from and to', async () => {
    const server = new FakeServer({
      'sequenceRepairs:list': { data: [REPAIR], meta: { count: 1 } },
      'sequenceChanges:list': { data: [SET_NEXT, RULES, { ...SET_NEXT, id: 7, action: 'repair' }], meta: { count: 3 } },
    });
    renderPage(<HistoryPanel titles={titles} />, server);
    await screen.findByText('45 → 100');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => /Next number set|Repair|Rules changed/.exec(row.textContent ?? '')?.[0])).toEqual([
      'Next number set',
      'Repair',
      'Rules changed',
    ]);
    within(rows[0]).getByText('Minh');
    within(rows[0]).getByText('orders / code');
    within(rows[0]).getByText('7');
    within(rows[1]).getByText('Counters corrected: 1 of 1');
    within(rows[2]).getByText('Pattern, Unique · DH-001 → DH-0001');
    const user = userEvent.setup();
    await user.click(within(rows[2]).getByRole('button', { name: 'Expand row' }));
    await screen.findByText('Option');
    screen.getByText('Yes');
    screen.getByText('Counter: digits 3, start 1');
    screen.getByText(/^Fixed text: value "A"\s+Counter$/);
    expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
  });

  it('reads older entries when asked, from the source that is due', async () => {
    const page = (minutes: number[]) => minutes.map((minute) => ({ ...SET_NEXT, id: minute, createdAt: at(minute) }));
    const server = new FakeServer({
      'sequenceRepairs:list': { data: [REPAIR], meta: { count: 1 } },
      'sequenceChanges:list': ({ params }) =>
        params?.page === 1 ? { data: page([50, 40]), meta: { count: 3 } } : { data: page([30]), meta: { count: 3 } },
    });
    renderPage(<HistoryPanel titles={titles} />, server);
    const more = await screen.findByRole('button', { name: 'Show older entries' });
    expect(screen.getAllByText('Next number set')).toHaveLength(2);
    expect(screen.queryByText('Counters corrected: 1 of 1')).toBeNull();
    await userEvent.setup().click(more);
    await screen.findByText('Counters corrected: 1 of 1');
    expect(server.of('sequenceRepairs:list')).toHaveLength(1);
    expect(server.of('sequenceChanges:list').map(({ params }) => params?.page)).toEqual([1, 2]);
  });

  it('says in the server’s words why it cannot be read, and reads again', async () => {
    let broken = true;
    const server = new FakeServer({
      'sequenceRepairs:list': { data: [], meta: { count: 0 } },
      'sequenceChanges:list': () => {
        if (broken) throw refusal(403, 'No permissions');
        return { data: [], meta: { count: 0 } };
      },
    });
    renderPage(<HistoryPanel titles={titles} />, server);
    await screen.findByText('No permissions');
    broken = false;
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Nothing has been done so far.');
  });

  it('has one column on a narrow screen', async () => {
    narrowScreen();
    const server = new FakeServer({
      'sequenceRepairs:list': { data: [REPAIR], meta: { count: 1 } },
      'sequenceChanges:list': { data: [], meta: { count: 0 } },
    });
    renderPage(<HistoryPanel titles={titles} />, server);
    await screen.findByText('Counters corrected: 1 of 1');
    expect(screen.getAllByRole('columnheader').filter(({ textContent }) => textContent)).toHaveLength(1);
  });
});
