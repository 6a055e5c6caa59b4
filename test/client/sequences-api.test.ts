import { toApiError } from '../../src/client-v2/api/api-error';
import { createSequencesApi } from '../../src/client-v2/api/sequences-api';
import type { SendRequest } from '../../src/client-v2/api/sequences-api';
import { parseIntegrity } from '../../src/client-v2/api/parse-sequences';

function setup(answer: unknown) {
  const sent: Parameters<SendRequest>[0][] = [];
  const api = createSequencesApi(async (config) => {
    sent.push(config);
    return { data: answer };
  });
  return { api, sent };
}

describe('createSequencesApi', () => {
  it('reads counters with numbers beyond 2^53 untouched', async () => {
    const row = { collection: 'orders', field: 'code', key: 7, current: '9007199254740993', next: '9007199254740994' };
    const { api, sent } = setup({ data: [row, null, 'rubbish'] });
    const counters = await api.listCounters();
    expect(counters).toEqual([
      expect.objectContaining({ key: '7', scope: '', period: '', current: row.current, orphan: undefined }),
    ]);
    expect(sent[0]).toMatchObject({ url: 'sequences:list', method: 'get' });
  });

  it('takes an answer with rows for a finished repair', async () => {
    const { api, sent } = setup({
      data: { id: 5, dryRun: true, rows: [{ before: null, after: '9', action: 'created' }] },
    });
    const repair = await api.repair({ dryRun: true, allowLower: false });
    expect(repair).toMatchObject({ id: '5', status: 'succeeded', dryRun: true });
    expect(repair.rows[0]).toMatchObject({ before: undefined, after: '9', action: 'created' });
    expect(sent[0]).toMatchObject({
      url: 'sequences:repair',
      method: 'post',
      data: { dryRun: true, allowLower: false },
    });
  });

  it('takes an answer without rows for a running repair', async () => {
    const { api } = setup({ data: { id: '5', taskId: 'x' } });
    expect(await api.repair({ dryRun: false, allowLower: false, async: true })).toMatchObject({
      status: 'running',
      rows: [],
    });
  });

  it('pages the past repairs', async () => {
    const { api, sent } = setup({ data: [{ id: 1, status: 'failed', error: 'no' }], meta: { count: 41 } });
    expect(await api.listRepairs(2, 20)).toMatchObject({
      total: 41,
      repairs: [{ id: '1', status: 'failed', error: 'no' }],
    });
    expect(sent[0].params).toMatchObject({ page: 2, pageSize: 20 });
  });

  it('answers how many records got a number', async () => {
    const { api } = setup({ data: { numbered: 17 } });
    expect(await api.backfill({ collection: 'orders', field: 'code' })).toBe(17);
  });
});

describe('parseIntegrity', () => {
  it('draws an empty report from an empty answer', () => {
    expect(parseIntegrity(undefined)).toEqual({
      total: 0,
      nulls: 0,
      duplicates: [],
      gaps: [],
      behind: false,
      unreadable: 0,
    });
  });
});

describe('toApiError', () => {
  it.each([
    [{ response: { status: 409, data: { errors: [{ message: 'Used.', code: 'USED' }] } } }, 'Used.', 409, 'USED'],
    [
      { response: { status: 400, data: { errors: [{ message: 'One.' }, { message: 'Two.' }] } } },
      'One. Two.',
      400,
      undefined,
    ],
    [{ response: { status: 502, data: '<html>' }, message: 'Request failed' }, 'Request failed', 502, undefined],
    [{ response: { status: 502 } }, 'HTTP 502', 502, undefined],
    [new Error('timeout'), 'timeout', undefined, undefined],
    [undefined, 'Network error', undefined, undefined],
  ])('reads %#', (thrown, message, status, code) => {
    expect(toApiError(thrown)).toEqual({ message, status, code });
  });
});
