import type { HistoryEntry } from './history-entry';

/** What has been read so far of one source of history, the newest first. */
export interface Feed {
  entries: readonly HistoryEntry[];
  /** Rows and pages read so far. */
  read: number;
  pages: number;
  /** There is no more to read. */
  ended: boolean;
}

export interface MergedHistory {
  /** The newest first, complete down to its last entry. */
  entries: HistoryEntry[];
  /** The feeds, by their place, that the entries after these wait for; [] at the end of history. */
  missing: number[];
}

export const NO_FEED: Feed = { entries: [], read: 0, pages: 0, ended: false };

/**
 * Several histories as one. An entry is shown only when no feed can still bring a newer one; entries that came twice,
 * since new ones had pushed them to the next page, are shown once.
 */
export function mergeFeeds(feeds: readonly Feed[]): MergedHistory {
  const reached = feeds.map((feed) => (feed.ended ? '' : (feed.entries.at(-1)?.at ?? UNREAD)));
  const horizon = reached.reduce((newest, at) => (at > newest ? at : newest), '');
  const byId = new Map(feeds.flatMap((feed) => feed.entries).map((entry) => [entry.id, entry]));
  const entries = [...byId.values()].filter(({ at }) => at >= horizon).sort(newestFirst);
  const missing = horizon === '' ? [] : reached.flatMap((at, place) => (at === horizon ? [place] : []));
  return { entries, missing };
}

/** After every instant: nothing can be shown beside a feed of which nothing is known. */
const UNREAD = '\uffff';

function newestFirst(a: HistoryEntry, b: HistoryEntry): number {
  return a.at === b.at ? b.id.localeCompare(a.id, 'en', { numeric: true }) : a.at < b.at ? 1 : -1;
}
