import type { TestApp } from '../harness';
import { collection, createApp, date, dialect, integer, sequence, text } from '../harness';

// Several things at once to one live field: saves of its rule, its next number set, records made. The platform has no
// such thing on SQLite: it answers 503 there.

let app: TestApp;
beforeAll(async () => {
  app = await createApp({ pool: 20, plugins: ['async-task-manager'] });
});
afterAll(() => app?.close());

const atOnce = dialect === 'sqlite' ? test.skip : test;
const update = (name: string, values: object): Promise<any> =>
  app.agent.post(`/api/collections/${name}/fields:update`).query({ filterByTk: 'code' }).send(values) as never;
const create = (name: string): Promise<any> => app.post(`${name}:create`, {});
const inMemory = (name: string): any => app.app.db.getCollection(name).getField('code').options;
const stored = async (name: string): Promise<any> => {
  const field = await app.app.db.getRepository('fields').findOne({ filter: { collectionName: name, name: 'code' } });
  return field.get('options');
};
const changes = async (name: string): Promise<any[]> =>
  (await app.get('sequenceChanges:list', { filter: JSON.stringify({ collection: name }), pageSize: 200 })).body.data;
const counters = async (name: string): Promise<any[]> =>
  (await app.get('sequences:list', { collection: name })).body.data;
const rules = (options: any): object =>
  Object.fromEntries(
    ['patterns', 'timezone', 'unique', 'inputable', 'match'].map((key) => [key, options[key] || null]),
  );

atOnce('two saves of one field at once: one rule, the counter kept, and a history that follows', async () => {
  await collection(app, 's_two', [sequence('code', [text('A-'), integer()])]);
  for (let i = 0; i < 3; i++) await create('s_two');
  const [{ key }] = await counters('s_two');
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all([
      update('s_two', { patterns: [text(`L${round}-`), integer({ digits: 5 })] }),
      update('s_two', { patterns: [integer({ digits: 6 }), text(`-R${round}`)] }),
      update('s_two', { timezone: round % 2 ? 'Asia/Tokyo' : 'Europe/Paris' }),
      update('s_two', { inputable: round % 2 === 0 }),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 409 || status === 503)).toBe(true);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(rules(inMemory('s_two'))).toEqual(rules(await stored('s_two')));
  }
  expect((await counters('s_two')).map((row) => row.key)).toEqual([key]);
  expect((await create('s_two')).body.data.code).toMatch(/^(L5-00004|000004-R5)$/);
  const after: any = {};
  for (const { action, detail } of (await changes('s_two')).reverse()) {
    if (action !== 'rules') continue;
    if (detail.before)
      for (const [name, value] of Object.entries(detail.before))
        expect([name, value]).toEqual([name, after[name] ?? null]);
    Object.assign(after, detail.after);
  }
  expect(after.patterns).toEqual((await stored('s_two')).patterns);
});

atOnce('saves of different options at once lose none', async () => {
  await collection(app, 's_opts', [sequence('code', [text('A-'), integer()])]);
  const answers = await Promise.all([
    update('s_opts', { timezone: 'Asia/Tokyo' }),
    update('s_opts', { inputable: true }),
    update('s_opts', { unique: true }),
    update('s_opts', { patterns: [text('B-'), integer()] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const found = await stored('s_opts');
  expect(found).toMatchObject({ timezone: 'Asia/Tokyo', inputable: true, unique: true });
  expect(found.patterns[0]).toEqual(text('B-'));
  expect(rules(inMemory('s_opts'))).toEqual(rules(found));
});

atOnce('the next number set while the rule is saved', async () => {
  await collection(app, 's_next', [sequence('code', [text('A-'), integer()])]);
  await create('s_next');
  const [{ key }] = await counters('s_next');
  const given: number[] = [];
  for (let round = 1; round <= 8; round++) {
    const [saved, set] = await Promise.all([
      update('s_next', {
        patterns: [text(`N${round}-`), integer({ digits: 4 + (round % 3), cycle: round % 2 ? '0 0 1 1 *' : null })],
      }),
      app.post('sequences:setNext', { collection: 's_next', field: 'code', next: round * 100 }),
    ]);
    expect([200, 409, 503]).toContain(saved.status);
    expect([200, 404, 503]).toContain(set.status);
    const { code } = (await create('s_next')).body.data;
    const [prefix, number] = [code.split('-')[0], Number(code.split('-')[1])];
    if (saved.status === 200) expect(prefix).toBe(`N${round}`);
    if (set.status === 200) expect(number).toBe(round * 100);
    given.push(number);
  }
  const rows = await counters('s_next');
  expect(new Set(rows.map((row) => row.key))).toEqual(new Set([key]));
  expect(given).toEqual([...new Set(given)].sort((a, b) => a - b));
});

atOnce('creates go on while the rule is changed', async () => {
  await collection(app, 's_run', [sequence('code', [text('A-'), integer()])]);
  await create('s_run');
  for (let round = 0; round < 4; round++) {
    const saves = [
      { patterns: [text(`A${round}-`), integer({ digits: 5 })] },
      { unique: round % 2 === 0 },
      { patterns: [text(`B${round}-`), integer({ digits: 6 })], timezone: 'Asia/Tokyo' },
    ];
    const [made, done] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => create('s_run'))),
      (async () => {
        const answers = [];
        for (const values of saves) answers.push(await update('s_run', values));
        return answers;
      })(),
    ]);
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  const records = (await app.get('s_run:list', { pageSize: 200 })).body.data;
  const numbers = records.map((r: any) => Number(String(r.code).split('-')[1])).sort((a: number, b: number) => a - b);
  expect(numbers).toEqual(Array.from({ length: 81 }, (_, i) => i + 1));
});

atOnce('creates go on while counters begin to count otherwise', async () => {
  await collection(app, 's_count', [sequence('code', [date('YYYY'), text('/'), integer()])]);
  await create('s_count');
  const rulesToTry = [
    [date('YYYY'), text('/'), integer({ cycle: '0 0 1 1 *' })],
    [date('YYYYMMDD'), text('/'), integer({ cycle: '0 0 * * *', digits: 6 })],
    [date('YYYY'), text('/'), integer()],
    [date('YYYY'), text('/'), integer({ digits: 5 }), text('/'), integer()],
  ];
  for (const patterns of rulesToTry) {
    const [made, saved] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => create('s_count'))),
      update('s_count', { patterns }),
    ]);
    expect(saved.status).toBe(200);
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(200));
  }
  const records = (await app.get('s_count:list', { pageSize: 200 })).body.data;
  const numbers = new Map<string, number[]>();
  for (const { code } of records) {
    const [prefix, number] = code.split('/');
    numbers.set(prefix, [...(numbers.get(prefix) ?? []), Number(number)]);
  }
  expect(numbers.size).toBe(2);
  for (const given of numbers.values())
    expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: given.length }, (_, i) => given[0] + i));
});
