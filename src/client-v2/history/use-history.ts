import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toApiError } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import type { Page } from '../api/change-types';
import type { SequencesApi } from '../api/sequences-api';
import { useHost } from '../host/host';
import { entryOfChange, entryOfRepair } from './history-entry';
import type { HistoryEntry } from './history-entry';
import { mergeFeeds, NO_FEED } from './merge-feeds';
import type { Feed } from './merge-feeds';

const PAGE_SIZE = 20;
const EXPORT_PAGE_SIZE = 200;

type ReadPage = (page: number, pageSize: number) => Promise<Page<HistoryEntry>>;

/** The sources of history; a repair stands in one of them only. */
function sourcesOf(sequences: SequencesApi): ReadPage[] {
  return [
    async (page, pageSize) => mapRows(await sequences.listRepairs(page, pageSize), entryOfRepair),
    async (page, pageSize) => mapRows(await sequences.listChanges(page, pageSize), entryOfChange),
  ];
}

function mapRows<T, U>(page: Page<T>, map: (row: T) => U): Page<U> {
  return { ...page, rows: page.rows.map(map) };
}

async function readNext(read: ReadPage, feed: Feed, pageSize: number): Promise<Feed> {
  if (feed.ended) return feed;
  const { rows, total } = await read(feed.pages + 1, pageSize);
  const known = feed.read + rows.length;
  return {
    // A repair that is noted among the changes too stands in its own list, with its rows.
    entries: [...feed.entries, ...rows.filter(({ change }) => change?.action !== 'repair')],
    read: known,
    pages: feed.pages + 1,
    ended: rows.length === 0 || known >= total,
  };
}

interface History {
  entries: HistoryEntry[];
  /** There is more to read. */
  hasMore: boolean;
  loading: boolean;
  error?: ApiError;
  /** Nothing has been read yet. */
  isFirst: boolean;
  more: () => void;
  reload: () => void;
  /** Everything that was ever done, for the export. */
  readAll: () => Promise<HistoryEntry[]>;
}

/** Repairs and changes by hand together, page after page. */
export function useHistory(): History {
  const { sequences } = useHost();
  const sources = useMemo(() => sourcesOf(sequences), [sequences]);
  const [feeds, setFeeds] = useState<Feed[]>();
  const [state, setState] = useState<{ loading: boolean; error?: ApiError }>({ loading: true });
  const lastRun = useRef(0);

  const load = useCallback(
    (known: Feed[]) => {
      lastRun.current += 1;
      const run = lastRun.current;
      setState({ loading: true });
      const { missing } = mergeFeeds(known);
      const reads = known.map(async (feed, place) =>
        missing.includes(place) ? readNext(sources[place], feed, PAGE_SIZE) : feed,
      );
      Promise.all(reads).then(
        (next) => {
          if (run !== lastRun.current) return;
          setFeeds(next);
          setState({ loading: false });
        },
        (thrown: unknown) => {
          if (run === lastRun.current) setState({ loading: false, error: toApiError(thrown) });
        },
      );
    },
    [sources],
  );
  const reload = useCallback(() => load(sources.map(() => NO_FEED)), [load, sources]);

  useEffect(() => {
    reload();
    return () => {
      lastRun.current += 1;
    };
  }, [reload]);

  const merged = useMemo(() => mergeFeeds(feeds ?? []), [feeds]);
  return {
    ...state,
    entries: merged.entries,
    hasMore: merged.missing.length > 0,
    isFirst: feeds === undefined,
    more: () => feeds && load(feeds),
    reload,
    readAll: () => readAll(sources),
  };
}

async function readAll(sources: ReadPage[]): Promise<HistoryEntry[]> {
  const feeds = await Promise.all(
    sources.map(async (read) => {
      let feed = NO_FEED;
      while (!feed.ended) feed = await readNext(read, feed, EXPORT_PAGE_SIZE);
      return feed;
    }),
  );
  return mergeFeeds(feeds).entries;
}
