import type { Change, Page } from './change-types';
import type { CollectionMeta } from './collection-types';
import { toCount, toList, toRecord } from './parse';
import { parseChange } from './parse-changes';
import { parseCollection } from './parse-collections';
import { parseBackfillPreview, parseHealth, parseIntegrity } from './parse-integrity';
import { parseDuplicates, parsePreview } from './parse-preview';
import type { Duplicates, Preview, PreviewRequest } from './preview-types';
import { parseCounter, parseRepair } from './parse-sequences';
import type { Repair, RepairOptions } from './repair-types';
import type { BackfillPreview, Counter, CounterTarget, Health, IntegrityReport, SetNextRequest } from './types';

/** A call of the app's HTTP API; rejects with what the host's client threw (see toApiError). */
export type SendRequest = (config: {
  url: string;
  method: 'get' | 'post';
  params?: Record<string, unknown>;
  data?: unknown;
}) => Promise<{ data: unknown }>;

/** The plugin's actions on counters, typed. */
export interface SequencesApi {
  listCounters: () => Promise<Counter[]>;
  /** With `async` the answer may still be running: follow it with getRepair. */
  repair: (options: RepairOptions) => Promise<Repair>;
  getRepair: (id: string) => Promise<Repair>;
  listRepairs: (page: number, pageSize: number) => Promise<Page<Repair>>;
  checkIntegrity: (target: Required<CounterTarget>) => Promise<IntegrityReport>;
  /** The figures of one field; undefined when the server has none for it. */
  checkHealth: (target: Required<CounterTarget>) => Promise<Health | undefined>;
  setNext: (request: SetNextRequest) => Promise<void>;
  /** What numbering the records without a number would do; changes nothing. */
  previewBackfill: (target: Required<CounterTarget>) => Promise<BackfillPreview>;
  /** Numbers them. With `async` the answer may still be running: follow it with getChange. */
  backfill: (options: Required<CounterTarget> & { async?: boolean }) => Promise<Change>;
  getChange: (id: string) => Promise<Change>;
  listChanges: (page: number, pageSize: number) => Promise<Page<Change>>;
  /** What rules give, saved or not; takes no number. */
  preview: (request: PreviewRequest) => Promise<Preview>;
  findDuplicates: (target: Required<CounterTarget>) => Promise<Duplicates>;
  /** The collections of the main data source with their fields. */
  listCollections: () => Promise<CollectionMeta[]>;
}

/**
 * Binds the actions to a client's request function.
 * @param readTitle turns a title as the platform stores it (`{{t("Users")}}`) into words
 */
export function createSequencesApi(
  send: SendRequest,
  readTitle: (title: string) => string = (title) => title,
): SequencesApi {
  const read = async (url: string, params?: Record<string, unknown>) =>
    toRecord((await send({ url, method: 'get', params })).data);
  const act = async (url: string, data: unknown) => toRecord((await send({ url, method: 'post', data })).data).data;
  const readPage = async <T>(
    url: string,
    parse: (row: Record<string, unknown>) => T,
    at: { page: number; pageSize: number },
  ): Promise<Page<T>> => {
    const body = await read(url, { ...at, sort: ['-createdAt', '-id'] });
    return { rows: toList(body.data, parse), total: toCount(toRecord(body.meta).count) };
  };

  return {
    listCounters: async () => toList((await read('sequences:list')).data, (row) => parseCounter(row, readTitle)),
    repair: async (options) => parseRepair(toRecord(await act('sequences:repair', options))),
    getRepair: async (id) => parseRepair(toRecord((await read('sequenceRepairs:get', { filterByTk: id })).data)),
    listRepairs: (page, pageSize) => readPage('sequenceRepairs:list', parseRepair, { page, pageSize }),
    checkIntegrity: async (target) => parseIntegrity(await act('sequences:integrity', target)),
    checkHealth: async (target) => toList((await read('sequences:health', target)).data, parseHealth)[0],
    setNext: async (request) => {
      await act('sequences:setNext', request);
    },
    previewBackfill: async (target) =>
      parseBackfillPreview(await act('sequences:backfill', { ...target, dryRun: true })),
    backfill: async (options) => {
      const { id, numbered } = toRecord(await act('sequences:backfill', options));
      const status = numbered === undefined ? 'running' : 'succeeded';
      return parseChange({ ...options, id, action: 'backfill', status, detail: { numbered } });
    },
    getChange: async (id) => parseChange(toRecord((await read('sequenceChanges:get', { filterByTk: id })).data)),
    listChanges: (page, pageSize) => readPage('sequenceChanges:list', parseChange, { page, pageSize }),
    preview: async (request) => parsePreview(await act('sequences:preview', { ...request, count: 3 })),
    findDuplicates: async (target) => parseDuplicates(await act('sequences:duplicates', target)),
    listCollections: async () => toList((await read('collections:listMeta')).data, parseCollection),
  };
}
