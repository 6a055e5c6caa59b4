import type { TestApp } from '../harness';
import { collection, createApp, date, integer, sequence, text } from '../harness';

// What the pattern editor is told: sequences:preview and sequences:duplicates. Nothing is taken, nothing is written.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app?.close());

const random = (options: object): object => ({ type: 'randomChar', options });
const preview = async (body: object): Promise<any> => {
  const response = await app.post('sequences:preview', body);
  expect([response.status, response.body.errors]).toEqual([200, undefined]);
  return response.body.data;
};
const saved = (name: string, field = 'code'): any[] => app.app.db.getCollection(name).getField(field).options.patterns;
const counters = async (name: string): Promise<any[]> =>
  (await app.get('sequences:list', { collection: name })).body.data;
const create = async (name: string, values: object = {}): Promise<string> => {
  const response = await app.post(`${name}:create`, values);
  expect(response.status).toBe(200);
  return response.body.data.code;
};
const update = (name: string, values: object): Promise<any> =>
  app.agent.post(`/api/collections/${name}/fields:update`).query({ filterByTk: 'code' }).send(values) as never;
const table = (name: string): string => app.app.db.getCollection(name).quotedTableName();
const q = (name: string): string => app.app.db.sequelize.getQueryInterface().quoteIdentifier(name);
async function insert(name: string, codes: Array<string | null>): Promise<void> {
  for (const code of codes) {
    await app.app.db.sequelize.query(
      `INSERT INTO ${table(name)} (${q('code')}, ${q('createdAt')}) VALUES (:code, CURRENT_TIMESTAMP)`,
      { replacements: { code } },
    );
  }
}
const codesOf = (changes: any[]): string[] => changes.map((change) => change.code);

test('a new pattern: parts, resets, what comes after them and after the digits', async () => {
  const shown = await preview({
    patterns: [text('INV-'), date('YYYY'), text('-'), integer({ digits: 3, cycle: '0 0 1 1 *' })],
    timezone: 'Asia/Ho_Chi_Minh',
    at: '2026-12-31T16:59:59Z',
  });
  expect(shown).toMatchObject({
    values: ['INV-2026-001', 'INV-2026-002', 'INV-2026-003'],
    zone: 'Asia/Ho_Chi_Minh',
    parts: ['INV-', '2026', '-', '001'].map((part, index) => ({ index, text: part })),
    resets: [
      {
        index: 3,
        times: ['2026-12-31T17:00:00.000Z', '2027-12-31T17:00:00.000Z', '2028-12-31T17:00:00.000Z'],
        period: { from: '2025-12-31T17:00:00.000Z', to: '2026-12-31T17:00:00.000Z' },
      },
    ],
    afterReset: { value: 'INV-2027-001', at: '2026-12-31T17:00:00.000Z' },
    overflow: [{ index: 3, after: 'INV-2026-999', value: 'INV-2026-1000' }],
    otherScope: null,
    capacity: [{ index: 3, max: '999', left: '999', average: null }],
    chance: null,
    saved: null,
    changes: [],
  });
});

test('digits that end: the number after the last is refused, and a counter at its end says so', async () => {
  const patterns = [text('E'), integer({ digits: 1, start: 8, overflow: 'error' })];
  expect(await preview({ patterns })).toMatchObject({
    values: ['E8', 'E9'],
    warnings: [{ code: 'EXHAUSTED', path: 'patterns[1].options.digits', message: expect.stringContaining('1 digits') }],
    overflow: [{ index: 1, after: 'E9', value: null }],
  });
  await collection(app, 'p_end', [sequence('code', patterns)]);
  await create('p_end');
  await create('p_end');
  const shown = await preview({ patterns: saved('p_end'), collection: 'p_end', field: 'code' });
  expect(shown).toMatchObject({ values: [], parts: [], overflow: [], saved: { next: null }, changes: [] });
  expect(shown.capacity).toEqual([{ index: 1, max: '9', left: '0', average: null }]);
});

test('preview goes on from the counters, says what is left, and takes nothing', async () => {
  await collection(app, 'p_live', [sequence('code', [date('YYYYMM'), integer({ digits: 2, cycle: '0 0 1 * *' })])]);
  for (const [at, times] of [
    ['2026-01-05', 4],
    ['2026-02-05', 2],
    ['2026-03-05', 1],
  ] as const)
    for (let i = 0; i < times; i++) await create('p_live', { createdAt: `${at}T00:00:00Z` });
  const before = await counters('p_live');
  const shown = await preview({ patterns: saved('p_live'), collection: 'p_live', field: 'code', at: '2026-03-20' });
  expect(shown).toMatchObject({
    values: ['20260302', '20260303', '20260304'],
    afterReset: { value: '20260401', at: '2026-04-01T00:00:00.000Z' },
    capacity: [{ max: '99', left: '98', average: { count: '3', periods: 2 } }],
    saved: { next: '20260302' },
    changes: [],
  });
  expect(await counters('p_live')).toEqual(before);
  expect(await create('p_live', { createdAt: '2026-03-20T00:00:00Z' })).toBe('20260302');
  expect(
    (await preview({ patterns: saved('p_live'), collection: 'p_live', field: 'code', at: '2026-02-20' })).values[0],
  ).toBe('20260203');
});

test('another scope begins anew; the number shown is of the scope that was used last', async () => {
  await collection(app, 'p_scope', [sequence('code', [text('S-'), integer({ scope: ['title'] })])]);
  await create('p_scope', { title: 'a' });
  await create('p_scope', { title: 'a' });
  const shown = await preview({ patterns: saved('p_scope'), collection: 'p_scope', field: 'code' });
  expect(shown).toMatchObject({ values: ['S-0003', 'S-0004', 'S-0005'], otherScope: { value: 'S-0001' } });
});

test('a counter that was never opened is shown as its first draw will open it', async () => {
  await collection(app, 'p_old', [sequence('code', [text('O-'), integer()])]);
  await insert('p_old', ['O-0041', 'other']);
  const { values } = await preview({ patterns: saved('p_old'), collection: 'p_old', field: 'code' });
  expect(values[0]).toBe('O-0042');
  expect(await create('p_old')).toBe('O-0042');
});

test('the odds of a random number', async () => {
  await collection(app, 'p_random', [sequence('code', [random({ length: 2, charsets: ['number'] })])]);
  for (let i = 0; i < 5; i++) await create('p_random');
  const shown = await preview({ patterns: saved('p_random'), collection: 'p_random', field: 'code' });
  expect(shown.chance).toEqual({ combinations: '100', records: 5, odds: 0.05 });
  expect((await preview({ patterns: [text('A'), integer()] })).chance).toBeNull();
});

test.each([
  ['fewer digits than the number needs', [integer({ digits: 2 })], 'DIGITS_BELOW_CURRENT', 'digits'],
  ['digits that end before the number', [integer({ digits: 3, overflow: 'error', base: 8 })], null, ''],
  ['a smaller base', [integer({ digits: 3, base: 4 })], 'DIGITS_BELOW_CURRENT', 'base'],
])('%s: preview and save say the same', async (_, patterns, code, option) => {
  const name = `p_digits_${option || 'fine'}`;
  await collection(app, name, [sequence('code', [integer({ digits: 3, start: 120 })])]);
  await create(name);
  const { changes } = await preview({ patterns, collection: name, field: 'code' });
  const errors = changes.filter((change: any) => change.severity === 'error');
  const answer = await update(name, { patterns });
  if (code === null) return expect([errors, answer.status]).toEqual([[], 200]);
  const path = `patterns[0].options.${option}`;
  expect(errors).toEqual([{ code, severity: 'error', path, message: expect.stringContaining('does not fit') }]);
  expect([answer.status, answer.body.errors]).toEqual([400, [{ code, path, message: errors[0].message }]]);
  expect(await create(name)).toBe('121');
});

test('what a change of a live field does: width, jumps, repeats, counters that come and go', async () => {
  await collection(app, 'p_change', [sequence('code', [text('C-'), integer()])]);
  for (let i = 0; i < 3; i++) await create('p_change');
  const [prefix, counting] = saved('p_change');
  const changesOf = async (patterns: object[]): Promise<any[]> =>
    (await preview({ patterns, collection: 'p_change', field: 'code' })).changes;
  const withOptions = (options: object): object => ({ ...counting, options: { ...counting.options, ...options } });

  expect(await changesOf([prefix, counting])).toEqual([]);
  expect(await changesOf([counting, prefix])).toEqual([]);
  expect(await changesOf([prefix, withOptions({ digits: 6 })])).toEqual([
    {
      code: 'WIDTH_CHANGES',
      severity: 'confirm',
      path: 'patterns[1].options.digits',
      message: expect.stringContaining('6 digits'),
    },
  ]);
  expect(await changesOf([prefix, withOptions({ start: 1000 })])).toEqual([
    {
      code: 'NUMBERS_JUMP',
      severity: 'confirm',
      path: 'patterns[1]',
      message: expect.stringMatching(/C-1000.*C-0004/),
    },
  ]);
  expect(codesOf(await changesOf([prefix, integer({ key: 77 })]))).toEqual(['COUNTER_DROPPED', 'COUNTER_NEW']);
  expect(codesOf(await changesOf([prefix]))).toEqual(['COUNTER_DROPPED']);
  expect(codesOf(await changesOf([prefix, counting, text('/'), integer()]))).toEqual(['COUNTER_NEW']);
  // Counting by scope starts again, at numbers that records have.
  const scoped = await preview({
    patterns: [prefix, withOptions({ scope: ['title'] })],
    collection: 'p_change',
    field: 'code',
    unique: true,
  });
  expect(scoped.otherScope.value).toBe('C-0001');
});

test('numbers to come that records have already', async () => {
  await collection(app, 'p_repeat', [sequence('code', [text('R-'), integer()])]);
  await create('p_repeat');
  await insert('p_repeat', ['R-0003']);
  const changesBy = async (rules: object): Promise<any[]> =>
    (await preview({ patterns: saved('p_repeat'), collection: 'p_repeat', field: 'code', ...rules })).changes;
  const behind = {
    code: 'COUNTER_BEHIND',
    severity: 'info',
    path: 'patterns',
    message: expect.stringContaining('R-0003'),
  };
  expect(await changesBy({})).toEqual([behind]);
  expect(await changesBy({ inputable: true })).toEqual([behind]);
  await app.post('sequences:repair', { collection: 'p_repeat' });
  expect(await changesBy({})).toEqual([]);
  await insert('p_repeat', ['Q-0006']);
  expect(await changesBy({ patterns: [text('Q-'), saved('p_repeat')[1]] })).toEqual([
    { code: 'NUMBERS_REPEAT', severity: 'confirm', path: 'patterns', message: expect.stringContaining('Q-0006') },
  ]);
});

test('duplicates are listed with their records; a field that has some cannot become unique', async () => {
  await collection(app, 'p_double', [sequence('code', [text('D-'), integer()])]);
  await insert('p_double', ['D-0001', 'D-0001', 'D-0002', null, null, 'D-0003', 'D-0003', 'D-0003']);
  const found = await app.post('sequences:duplicates', { collection: 'p_double', field: 'code' });
  expect(found.body.data).toEqual({
    total: 2,
    duplicates: [
      { value: 'D-0003', count: 3, ids: expect.any(Array) },
      { value: 'D-0001', count: 2, ids: [1, 2] },
    ],
  });
  expect(found.body.data.duplicates[0].ids.map(Number)).toEqual([6, 7, 8]);
  const patterns = saved('p_double');
  const { changes } = await preview({ patterns, collection: 'p_double', field: 'code', unique: true });
  expect(changes).toContainEqual({
    code: 'DUPLICATES',
    severity: 'error',
    path: 'unique',
    message: expect.stringMatching(/^2 values.*"D-0003" \(3×\), "D-0001" \(2×\)$/),
  });
  const refused = await update('p_double', { unique: true });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ code: 'DUPLICATES', path: 'unique', message: expect.stringContaining('D-0003') }],
  ]);
  expect(app.app.db.getCollection('p_double').getField('code').options.unique ?? false).toBe(false);
});

test.each([
  ['preview', { patterns: [] }, 'patterns'],
  ['preview', { patterns: [integer()], unique: 'perhaps' }, 'unique'],
  ['preview', { patterns: [integer()], collection: ['x'] }, 'collection'],
  ['preview', { patterns: [text('A'), integer({ cycle: 'nope' })] }, 'patterns[1].options.cycle'],
  ['duplicates', { collection: 'p_double' }, 'field'],
  ['duplicates', { collection: 7, field: 'code' }, 'collection'],
])('sequences:%s with %j is a 400 that names the path', async (action, body, path) => {
  const refused = await app.post(`sequences:${action}`, body);
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, path]);
});

test('names that do not exist are a 404', async () => {
  for (const body of [
    { collection: 'nope', field: 'code' },
    { collection: 'p_double', field: 'nope' },
  ])
    expect((await app.post('sequences:duplicates', body)).status).toBe(404);
});
