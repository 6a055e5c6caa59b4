import type { CollectionMeta } from './collection-types';
import { toCount, toList, toRecord } from './parse';
import { parseCollection } from './parse-collections';
import { parseDuplicates, parsePreview } from './parse-preview';
import type { Duplicates, Preview, PreviewRequest } from './preview-types';
import { parseCounter, parseIntegrity, parseRepair } from './parse-sequences';
import type { Repair, RepairOptions, RepairPage } from './repair-types';
import type { Counter, CounterTarget, IntegrityReport, SetNextRequest } from './types';

/** A call of the app's HTTP API; rejects with what the host's client threw (see toApiError). */
export type SendRequest = (config: {
  url: string;
  method: 'get' | 'post';
  params?: Record<string, unknown>;
  data?: unknown;
}) => Promise<{ data: unknown }>;

/** The plugin's actions on counters, typed. */
export interface SequencesApi {
  listCounters(): Promise<Counter[]>;
  /** With `async` the answer may still be running: follow it with getRepair. */
  repair(options: RepairOptions): Promise<Repair>;
  getRepair(id: string): Promise<Repair>;
  listRepairs(page: number, pageSize: number): Promise<RepairPage>;
  checkIntegrity(target: Required<CounterTarget>): Promise<IntegrityReport>;
  setNext(request: SetNextRequest): Promise<void>;
  /** Gives numbers to the records that have none; answers how many got one. */
  backfill(target: Required<CounterTarget>): Promise<number>;
  /** What rules give, saved or not; takes no number. */
  preview(request: PreviewRequest): Promise<Preview>;
  findDuplicates(target: Required<CounterTarget>): Promise<Duplicates>;
  /** The collections of the main data source with their fields. */
  listCollections(): Promise<CollectionMeta[]>;
}

/** Binds the actions to a client's request function. */
export function createSequencesApi(send: SendRequest): SequencesApi {
  const read = async (url: string, params?: Record<string, unknown>) =>
    toRecord((await send({ url, method: 'get', params })).data);
  const act = async (url: string, data: unknown) => toRecord((await send({ url, method: 'post', data })).data).data;

  return {
    listCounters: async () => toList((await read('sequences:list')).data, parseCounter),
    repair: async (options) => parseRepair(toRecord(await act('sequences:repair', options))),
    getRepair: async (id) => parseRepair(toRecord((await read('sequenceRepairs:get', { filterByTk: id })).data)),
    listRepairs: async (page, pageSize) => {
      const body = await read('sequenceRepairs:list', { page, pageSize, sort: ['-createdAt'] });
      return { repairs: toList(body.data, parseRepair), total: toCount(toRecord(body.meta).count) };
    },
    checkIntegrity: async (target) => parseIntegrity(await act('sequences:integrity', target)),
    setNext: async (request) => {
      await act('sequences:setNext', request);
    },
    backfill: async (target) => toCount(toRecord(await act('sequences:backfill', target)).numbered),
    preview: async (request) => parsePreview(await act('sequences:preview', { ...request, count: 3 })),
    findDuplicates: async (target) => parseDuplicates(await act('sequences:duplicates', target)),
    listCollections: async () => toList((await read('collections:listMeta')).data, parseCollection),
  };
}
