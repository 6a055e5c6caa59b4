import { toApiError } from '../../src/client-v2/api/api-error';
import { createSequencesApi } from '../../src/client-v2/api/sequences-api';
import type { SendRequest } from '../../src/client-v2/api/sequences-api';
import { parseChange } from '../../src/client-v2/api/parse-changes';
import { parseIntegrity } from '../../src/client-v2/api/parse-integrity';
import { readStoredTitle } from '../../src/client-v2/host/stored-title';

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
      rows: [{ id: '1', status: 'failed', error: 'no' }],
    });
    expect(sent[0].params).toMatchObject({ page: 2, pageSize: 20 });
  });

  it('asks for the health of one field', async () => {
    const row = { collection: 'orders', field: 'code', total: 9, nulls: 1, duplicates: 2, gaps: 0, behind: true };
    const { api, sent } = setup({ data: [row] });
    expect(await api.checkHealth({ collection: 'orders', field: 'code' })).toMatchObject({ ...row, unreadable: 0 });
    expect(sent[0]).toMatchObject({ url: 'sequences:health', params: { collection: 'orders', field: 'code' } });
  });

  it('previews the numbering of old records without changing anything', async () => {
    const { api, sent } = setup({ data: { total: 2, sample: [{ id: 7, value: 'DH-00012' }] } });
    expect(await api.previewBackfill({ collection: 'orders', field: 'code' })).toEqual({
      total: 2,
      sample: [{ id: '7', value: 'DH-00012' }],
    });
    expect(sent[0].data).toEqual({ collection: 'orders', field: 'code', dryRun: true });
  });

  it('follows the numbering of old records by its entry in the history', async () => {
    const { api, sent } = setup({ data: { id: 31, taskId: 'x' } });
    const started = await api.backfill({ collection: 'orders', field: 'code', async: true });
    expect(started).toMatchObject({ id: '31', status: 'running', action: 'backfill' });
    expect(sent[0].data).toMatchObject({ async: true });
    await api.getChange(started.id);
    expect(sent[1]).toMatchObject({ url: 'sequenceChanges:get', params: { filterByTk: '31' } });
  });
});

describe('parseChange', () => {
  it('shows what changed in the rules, whether they come as objects or as text', () => {
    const [from, to] = [
      { unique: false, patterns: [1] },
      { unique: true, patterns: [1], timezone: 'UTC' },
    ];
    const expected = [
      { option: 'timezone', from: '', to: 'UTC' },
      { option: 'unique', from: 'false', to: 'true' },
    ];
    const detail = { before: from, after: to };
    expect(parseChange({ action: 'rules', from: 'A-1', to: 'A-1', detail }).rules).toEqual(expected);
    expect(parseChange({ action: 'rules', detail: JSON.stringify(detail) }).rules).toEqual(expected);
    expect(parseChange({ action: 'rules', detail: { before: null, after: { unique: true } } }).rules).toHaveLength(1);
  });

  it('takes a change without a status for one that was made', () => {
    expect(parseChange({ action: 'setNext', from: '4', to: '10' })).toMatchObject({
      status: 'succeeded',
      from: '4',
      to: '10',
      rules: [],
    });
  });
});

describe('parseIntegrity', () => {
  it('draws an empty report from an empty answer', () => {
    expect(parseIntegrity(undefined)).toEqual({
      total: 0,
      nulls: 0,
      nullIds: [],
      duplicates: [],
      gaps: [],
      behind: false,
      unreadable: 0,
      unreadableIds: [],
    });
  });

  it('knows the records of each finding', () => {
    const report = parseIntegrity({
      nullIds: [3, '4', null],
      duplicates: [{ value: 'A', count: 2, ids: [{ id: 5 }, 6] }],
      gaps: [{ scope: '', period: '', from: '2', to: '3', before: 1, after: null }],
    });
    expect(report.nullIds).toEqual(['3', '4']);
    expect(report.duplicates[0].ids).toEqual(['5', '6']);
    expect(report.gaps[0]).toMatchObject({ before: '1', after: undefined });
  });
});

describe('readStoredTitle', () => {
  const translate = (key: string, namespace?: string) => `${namespace ?? 'app'}:${key}`;

  it.each([
    ['Orders', 'Orders'],
    ['{{t("Users")}}', 'app:Users'],
    ["{{ t('Users') }}", 'app:Users'],
    ['{{t("Log", {"ns":"@nocobase/plugin-x"})}}', '@nocobase/plugin-x:Log'],
    ['{{t("Log", { ns: "x" })}}', 'x:Log'],
    ['{{$user.name}}', '{{$user.name}}'],
  ])('%s', (title, words) => {
    expect(readStoredTitle(title, translate)).toBe(words);
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
