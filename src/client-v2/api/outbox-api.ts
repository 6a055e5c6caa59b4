import type { DeliveryQuery, OutboxApi } from './outbox-types';
import type { SendRequest } from './sequences-api';
import { toCount, toList, toRecord, toText } from './parse';
import { parseDelivery, parseDeliveryDetail, parseOperation, parseSettings, parseStats } from './parse-outbox';

/** Binds the actions to a client's request function; `readTitle`: see createSequencesApi. */
export function createOutboxApi(send: SendRequest, readTitle: (title: string) => string = (title) => title): OutboxApi {
  const read = async (url: string, params?: Record<string, unknown>) =>
    toRecord((await send({ url, method: 'get', params })).data);
  const act = async (url: string, data: unknown) =>
    toRecord(toRecord((await send({ url, method: 'post', data })).data).data);
  const readPage = async <T>(url: string, params: object, parse: (row: Record<string, unknown>) => T) => {
    const body = await read(url, { ...params });
    return { rows: toList(body.data, parse), total: toCount(toRecord(body.meta).count) };
  };

  return {
    readStats: async () => {
      const [stats, flow] = await Promise.all([read('outboxEvents:stats'), read('outboxEvents:throughput')]);
      return parseStats(toRecord(stats.data), toRecord(flow.data));
    },
    listDeliveries: (query, page, pageSize) =>
      readPage('failedDeliveries:list', { ...paramsOf(query), page, pageSize }, (row) => parseDelivery(row, readTitle)),
    getDelivery: async (id) =>
      parseDeliveryDetail(toRecord((await read('failedDeliveries:get', { filterByTk: id })).data), readTitle),
    readChoices: async () => {
      const { postProcessors, collections } = toRecord((await read('failedDeliveries:choices')).data);
      return {
        postProcessors: Array.isArray(postProcessors) ? postProcessors.map(toText) : [],
        collections: toList(collections, ({ name, title }) => ({
          name: toText(name),
          title: readTitle(toText(title)) || toText(name),
        })),
      };
    },
    countDeliveries: async (operation, query) => {
      const { matching, count, upTo } = await act('failedDeliveries:count', { operation, ...bodyOf(query) });
      return { matching: toCount(matching), count: toCount(count), upTo: toText(upTo) };
    },
    operate: async (operation, ids) =>
      toCount((await act(`failedDeliveries:${operation}`, { filter: { id: { $in: ids } } })).count),
    operateOnAll: async (operation, query, upTo) =>
      toCount((await act(`failedDeliveries:${operation}`, { ...bodyOf(query), upTo })).count),
    listOperations: (page, pageSize) => readPage('outboxOperations:list', { page, pageSize }, parseOperation),
    readSettings: async () => parseSettings(toRecord((await read('outboxSettings:get')).data), readTitle),
    saveRetention: async (retention) => {
      await act('outboxSettings:saveRetention', retention);
    },
    saveAlerts: async ({ users, lagSeconds, channel, ...alerts }) => {
      const userIds = users.map(({ id }) => id);
      await act('outboxSettings:saveAlerts', {
        ...alerts,
        userIds,
        lagSeconds: lagSeconds ?? null,
        channel: channel ?? null,
      });
    },
    findPeople: async (search) =>
      toList((await read('outboxSettings:recipients', { search })).data, ({ id, name }) => ({
        id: toText(id),
        name: toText(name),
      })),
  };
}

function paramsOf({ status, ...query }: DeliveryQuery): object {
  return { ...query, status: status.join(',') };
}

/** With an explicit filter: without any the server would ask which are meant. */
function bodyOf(query: DeliveryQuery): object {
  return { filter: {}, ...query };
}
