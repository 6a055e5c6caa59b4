import type { TestApp } from '../harness';
import { collection, createApp, date, dialect, integer, sequence, text } from '../harness';

// What people do now and then, and what went wrong when they did.

let app: TestApp;
beforeAll(async () => {
  app = await createApp();
});
afterAll(() => app?.close());

const code = (response: { body: any }): string => response.body.data.code;
const counters = async (name: string): Promise<any[]> =>
  (await app.get('sequences:list', { collection: name })).body.data;
const at = async (name: string, createdAt: string): Promise<string> =>
  (await app.app.db.getRepository(name).create({ values: { createdAt: new Date(createdAt) } })).get('code') as string;

test('a record that is saved again after its save was rolled back gets a number anew', async () => {
  await collection(app, 'e_again', [
    sequence('code', [integer()]),
    sequence('typed', [integer()], { inputable: true }),
    { name: 'name', type: 'string', unique: true },
  ]);
  await app.post('e_again:create', { name: 'a' });
  const record: any = app.app.db.getCollection('e_again').model.build({ name: 'a' } as never);
  const transaction = await app.app.db.sequelize.transaction();
  await expect(record.save({ transaction })).rejects.toThrow();
  await transaction.rollback();
  expect((await app.post('e_again:create', { name: 'b' })).body.data).toMatchObject({ code: '0002', typed: '0002' });
  record.set('name', 'c');
  await record.save();
  expect([record.get('code'), record.get('typed')]).toEqual(['0003', '0003']);
});

test('a bulk write with hooks for each record numbers each once', async () => {
  await collection(app, 'e_hooks', [sequence('code', [integer()])]);
  const { model } = app.app.db.getCollection('e_hooks');
  const made: any[] = (await model.bulkCreate([{}, {}, {}] as never, { individualHooks: true })) as never;
  expect(made.map((record) => record.get('code')).sort()).toEqual(['0001', '0002', '0003']);
  expect(code(await app.post('e_hooks:create', {}))).toBe('0004');
});

describe('a live field that counts otherwise for a while, then as before, repeats nothing:', () => {
  const yearly = '0 0 1 1 *';
  const save = async (name: string, integerOptions: object, options: object = {}): Promise<void> => {
    const { key } = app.app.db.getCollection(name).getField('code').options.patterns[1].options;
    const patterns = [date('YYYY'), integer({ key, ...integerOptions })];
    const response = await app.agent
      .post(`/api/collections/${name}/fields:update?filterByTk=code`)
      .send({ patterns, ...options });
    expect(response.status).toBe(200);
  };

  test('the reset', async () => {
    await collection(app, 'e_cycle', [sequence('code', [date('YYYY'), integer({ cycle: yearly })])]);
    const given = [];
    for (const cycle of [yearly, undefined, yearly, '0 0 1 * *', yearly]) {
      await save('e_cycle', { cycle });
      for (let i = 0; i < 2; i++) given.push(await at('e_cycle', '2026-05-05T12:00:00Z'));
    }
    expect(given).toEqual(Array.from({ length: 10 }, (_, i) => `2026${String(i + 1).padStart(4, '0')}`));
  });

  test('the time zone', async () => {
    await collection(app, 'e_zone', [sequence('code', [date('YYYY'), integer({ cycle: yearly })])]);
    const given = [];
    for (const timezone of [null, 'Asia/Shanghai', null]) {
      await save('e_zone', { cycle: yearly }, { timezone });
      for (let i = 0; i < 2; i++) given.push(await at('e_zone', '2026-05-05T12:00:00Z'));
    }
    expect(given).toEqual(['20260001', '20260002', '20260003', '20260004', '20260005', '20260006']);
  });

  test('the scope', async () => {
    await collection(app, 'e_scope', [sequence('code', [date('YYYY'), integer({ scope: ['title'] })])]);
    const given = [];
    for (const scope of [['title'], [], ['title']]) {
      await save('e_scope', { scope });
      given.push(code(await app.post('e_scope:create', { title: 'a' })).slice(4));
    }
    expect(given).toEqual(['0001', '0002', '0003']);
  });

  test('a late record after the reset came back', async () => {
    await collection(app, 'e_late', [sequence('code', [date('YYYY'), integer({ cycle: yearly })])]);
    await at('e_late', '2026-05-05T12:00:00Z');
    await save('e_late', {});
    await at('e_late', '2026-05-05T12:00:00Z');
    await save('e_late', { cycle: yearly });
    expect(await at('e_late', '2020-05-05T12:00:00Z')).toBe('20200001');
    expect(await at('e_late', '2026-05-05T12:00:00Z')).toBe('20260003');
    expect((await counters('e_late')).map(({ period, current }) => [period.slice(0, 4), current])).toEqual([
      ['2020', '1'],
      ['2026', '3'],
    ]);
  });
});

describe('numbering old records', () => {
  const insert = async (name: string, column: string, values: string[]): Promise<void> => {
    const quote = (word: string): string => app.app.db.sequelize.getQueryInterface().quoteIdentifier(word);
    for (const value of values) {
      await app.app.db.sequelize.query(
        `INSERT INTO ${app.app.db.getCollection(name).quotedTableName()} (${quote(column)}) VALUES (:value)`,
        { replacements: { value } },
      );
    }
  };
  const backfill = (name: string): Promise<any> => app.post('sequences:backfill', { collection: name, field: 'code' });
  const report = async (name: string): Promise<any> =>
    (await app.post('sequences:integrity', { collection: name, field: 'code' })).body.data;
  const bare = (name: string, fields: object[]): Promise<void> =>
    collection(app, name, [], { autoGenId: false, createdAt: false, fields });

  test('without a primary key is refused: every record would get the number of the last', async () => {
    await bare('e_keyless', [{ name: 'a', type: 'string' }, sequence('code', [integer()])]);
    await insert('e_keyless', 'a', ['1', '2']);
    const refused = await backfill('e_keyless');
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'SEQUENCE_NO_PRIMARY_KEY']);
  });

  test('with text as key', async () => {
    await bare('e_text', [{ name: 'a', type: 'string', primaryKey: true }, sequence('code', [integer()])]);
    await insert('e_text', 'a', ['x', 'y']);
    expect((await backfill('e_text')).body.data).toEqual({ numbered: 2 });
    expect(await report('e_text')).toMatchObject({ total: 2, nulls: 0, duplicates: [], gaps: [] });
  });

  test('numbers what the report calls empty', async () => {
    await collection(app, 'e_white', [sequence('code', [integer()])], { createdAt: false });
    await insert('e_white', 'code', ['  ', '']);
    expect((await report('e_white')).nulls).toBe(2);
    expect((await backfill('e_white')).body.data).toEqual({ numbered: 2 });
    expect((await report('e_white')).nulls).toBe(0);
  });

  test('ends when numbers come out empty', async () => {
    await collection(app, 'e_empty', [sequence('code', [{ type: 'field', options: { path: 'title' } }])]);
    const { model } = app.app.db.getCollection('e_empty');
    await model.bulkCreate(Array.from({ length: 501 }, () => ({})) as never);
    await model.bulkCreate([{ title: 'x' }] as never, { hooks: false });
    expect((await backfill('e_empty')).body.data).toEqual({ numbered: 1 });
  });
});

test('a counter whose first records come while repair reads is not lowered under them', async () => {
  await collection(app, 'e_beside', [sequence('code', [integer()])]);
  const plugin: any = app.app.pm.get('nocobase-plugin-sequence-outbox');
  const { data } = plugin.sequence.repair;
  const groups = data.groups.bind(data);
  jest.spyOn(data, 'groups').mockImplementationOnce(async (...read: unknown[]) => {
    const found = await groups(...read);
    await app.post('e_beside:create', {});
    return found;
  });
  const { rows } = (await app.post('sequences:repair', { collection: 'e_beside', allowLower: true })).body.data;
  expect(rows).toEqual([expect.objectContaining({ before: '1', after: '1', action: 'none' })]);
  expect(code(await app.post('e_beside:create', {}))).toBe('0002');
});

describe('a value counts as one scope in whatever form it comes:', () => {
  const SCOPES: Array<[type: string, options: object, forms: unknown[]]> = [
    ['decimal', { precision: 10, scale: 2 }, [1.5, '1.50', '1.5']],
    ['boolean', {}, [true, 'true', 1]],
    ['double', {}, [0.5, '0.50']],
    ['integer', {}, [7, '7']],
    [
      'json',
      {},
      [
        { b: 1, a: [2] },
        { a: [2], b: 1 },
      ],
    ],
    ['date', {}, ['2026-01-02T00:00:00Z', '2026-01-02T08:00:00+08:00']],
    ['dateOnly', {}, ['2026-01-02', '2026-01-02']],
    ['unixTimestamp', {}, ['2026-01-02T00:00:00Z', '2026-01-02T00:00:00.000Z']],
  ];

  test.each(SCOPES)('%s', async (type, options, forms) => {
    const name = `e_of_${type.toLowerCase()}`;
    const fields = [{ name: 'kind', type, ...options }, sequence('code', [integer({ scope: ['kind'] })])];
    await collection(app, name, fields);
    const given = [];
    for (const kind of forms) given.push(code(await app.post(`${name}:create`, { kind })));
    expect(given).toEqual(forms.map((_, i) => `000${i + 1}`));
    const repaired = (): Promise<any> => app.post('sequences:repair', { collection: name });
    const current = String(forms.length);
    expect((await repaired()).body.data.rows).toEqual([expect.objectContaining({ after: current, action: 'none' })]);

    const plugin: any = app.app.pm.get('nocobase-plugin-sequence-outbox');
    await plugin.sequence.counters.remove({ collection: name }, null);
    expect(code(await app.post(`${name}:create`, { kind: forms[0] }))).toBe(`000${forms.length + 1}`);
    expect((await repaired()).body.data.rows.map((row: any) => row.action)).toEqual(['none']);
  });
});

describe('periods of records that keep no creation time', () => {
  const daily = '0 0 * * *';
  const insert = async (name: string, values: string[]): Promise<void> => {
    const { model } = app.app.db.getCollection(name);
    await model.bulkCreate(values.map((value) => ({ code: value })) as never, { hooks: false });
  };
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');

  test('are told by the date in the number', async () => {
    const fields = [sequence('code', [date('YYYYMMDD'), integer({ cycle: daily })])];
    await collection(app, 'e_timeless', [], { createdAt: false, fields });
    await insert('e_timeless', ['202001010500', `${today}0007`]);
    expect(code(await app.post('e_timeless:create', {}))).toBe(`${today}0008`);
    const { rows } = (await app.post('sequences:repair', { collection: 'e_timeless' })).body.data;
    expect(rows).toEqual([expect.objectContaining({ after: '8', action: 'none' })]);
  });

  test('follow one another where the number shows none', async () => {
    await collection(app, 'e_dateless', [], {
      createdAt: false,
      fields: [sequence('code', [integer({ cycle: daily })])],
    });
    await insert('e_dateless', ['0500']);
    expect(code(await app.post('e_dateless:create', {}))).toBe('0501');
    const plugin: any = app.app.pm.get('nocobase-plugin-sequence-outbox');
    const [head] = await plugin.sequence.counters.rows({ collection: 'e_dateless' });
    await plugin.sequence.counters.turn(head, '2020-01-01T00:00:00.000Z', 501n, null);
    expect(code(await app.post('e_dateless:create', {}))).toBe('0001');
    await app.post('sequences:repair', { collection: 'e_dateless' });
    expect(code(await app.post('e_dateless:create', {}))).toBe('0002');
  });
});

test.each(['unixTimestamp', 'dateOnly', 'datetimeNoTz', 'datetimeTz'])(
  'a %s tells the period, also to repair and to a counter that was lost',
  async (type) => {
    const name = `e_by_${type.toLowerCase()}`;
    await collection(app, name, [], {
      createdAt: false,
      fields: [
        { name: 'day', type },
        sequence('code', [date('YYYYMMDD', { field: 'day' }), integer({ cycle: '0 5 * * *' })], {
          timezone: 'Asia/Shanghai',
        }),
      ],
    });
    const day = { dateOnly: '2025-03-05', datetimeNoTz: '2025-03-05 06:00:00' }[type] ?? '2025-03-04T22:00:00Z';
    const create = async (): Promise<string> => code(await app.post(`${name}:create`, { day }));
    expect(await create()).toBe('202503050001');
    const { rows } = (await app.post('sequences:repair', { collection: name })).body.data;
    expect(rows).toEqual([expect.objectContaining({ after: '1', action: 'none' })]);
    const plugin: any = app.app.pm.get('nocobase-plugin-sequence-outbox');
    await plugin.sequence.counters.remove({ collection: name }, null);
    expect(await create()).toBe('202503050002');
  },
);

test('names that every object has are no fields and no character sets', async () => {
  await collection(app, 'e_proto', []);
  for (const [patterns, path] of [
    [[integer({ scope: ['constructor'] })], 'patterns[0].options.scope'],
    [[date('YYYY', { field: 'toString' }), integer()], 'patterns[0].options.field'],
    [[{ type: 'field', options: { path: 'valueOf' } }, integer()], 'patterns[0].options.path'],
    [[{ type: 'randomChar', options: { length: 3, charsets: ['constructor'] } }], 'patterns[0].options.charsets'],
  ] as const) {
    const refused = await app.agent
      .post('/api/collections/e_proto/fields:create')
      .send(sequence('code', patterns as unknown as object[]));
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([400, path]);
  }
});

const withServer = dialect === 'sqlite' ? test.skip : test;

describe('a transaction that began before a period did', () => {
  const yearly = (name: string): Promise<void> =>
    collection(app, name, [sequence('code', [date('YYYY'), integer({ cycle: '0 0 1 1 *' })])]);
  const create = async (name: string, year: number, transaction?: unknown): Promise<string> => {
    const values = { createdAt: new Date(`${year}-05-05T12:00:00Z`) };
    const made = await app.app.db.getRepository(name).create({ values, transaction } as never);
    return made.get('code') as string;
  };

  withServer('still numbers records of the old one', async () => {
    await yearly('e_old');
    expect(await create('e_old', 2025)).toBe('20250001');
    await app.app.db.sequelize.transaction(async (transaction) => {
      await app.app.db.getRepository('sequences').find({ transaction });
      expect(await create('e_old', 2026)).toBe('20260001');
      expect(await create('e_old', 2025, transaction)).toBe('20250002');
      expect(await create('e_old', 2026, transaction)).toBe('20260002');
      expect(await create('e_old', 2024, transaction)).toBe('20240001');
    });
    expect(await create('e_old', 2025)).toBe('20250003');
  });

  withServer('and opens new and old ones in any order', async () => {
    await yearly('e_order');
    expect(await create('e_order', 2025)).toBe('20250001');
    await app.app.db.sequelize.transaction(async (transaction) => {
      for (const year of [2026, 2024, 2027, 2023, 2025])
        expect(await create('e_order', year, transaction)).toBe(`${year}000${year === 2025 ? 2 : 1}`);
    });
    for (const year of [2023, 2024, 2026, 2027]) expect(await create('e_order', year)).toBe(`${year}0002`);
  });

  withServer('many at once, late ones among them, leave no hole', async () => {
    await yearly('e_turn');
    const years = Array.from({ length: 60 }, (_, i) => 2020 + ((i * 7) % 4));
    const given = await Promise.all(years.map((year) => app.post('e_turn:create', { createdAt: `${year}-05-05` })));
    const expected = [2020, 2021, 2022, 2023].flatMap((year) =>
      Array.from({ length: 15 }, (_, i) => `${year}${String(i + 1).padStart(4, '0')}`),
    );
    expect(given.map(code).sort()).toEqual(expected);
  });
});

describe('a number that its column cannot keep', () => {
  const refusal = ({ status, body }: any): unknown[] => [status, body.errors?.[0].code, body.errors?.[0].path];

  test('is refused when the field is saved', async () => {
    await collection(app, 'e_long', []);
    for (const [patterns, path] of [
      [[text('x'.repeat(252)), integer()], 'patterns'],
      [[text('a\u0000b'), integer()], 'patterns[0].options.value'],
      [[text('a\ud800b'), integer()], 'patterns[0].options.value'],
    ] as const) {
      const refused = await app.agent
        .post('/api/collections/e_long/fields:create')
        .send(sequence('code', patterns as unknown as object[]));
      expect(refusal(refused)).toEqual([400, 'SEQUENCE_PATTERN_INVALID', path]);
    }
    const longest = [text('😀'.repeat(251)), integer()];
    expect((await app.agent.post('/api/collections/e_long/fields:create').send(sequence('code', longest))).status).toBe(
      200,
    );
    expect(code(await app.post('e_long:create', {}))).toBe(`${'😀'.repeat(251)}0001`);
  });

  test('is refused where it is typed, or made of a long value', async () => {
    await collection(app, 'e_typed', [
      { name: 'story', type: 'text' },
      sequence('code', [{ type: 'field', options: { path: 'story' } }, integer()], { inputable: true }),
    ]);
    for (const body of [{ code: '9'.repeat(256) }, { story: 'x'.repeat(252) }])
      expect(refusal(await app.post('e_typed:create', body))).toEqual([400, 'SEQUENCE_TOO_LONG', 'code']);
    for (const typed of ['a\u0000b', '\ud800'])
      expect(refusal(await app.post('e_typed:create', { code: typed }))[0]).toBe(400);
    expect(code(await app.post('e_typed:create', {}))).toBe('0001');
  });
});

test('a counter at the end of its column says so', async () => {
  await collection(app, 'e_end', [sequence('code', [integer({ digits: 15 })])]);
  const setNext = { collection: 'e_end', field: 'code', next: '9223372036854775807' };
  expect((await app.post('sequences:setNext', setNext)).status).toBe(200);
  expect(code(await app.post('e_end:create', {}))).toBe('9223372036854775807');
  for (let i = 0; i < 2; i++) {
    const refused = await app.post('e_end:create', {});
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'SEQUENCE_OVERFLOW']);
    expect(JSON.stringify(refused.body)).not.toMatch(/update|bigint/i);
  }
});

test('numbers of a base that no counter can hold do not stop a repair', async () => {
  await collection(app, 'e_base', [sequence('code', [integer({ digits: 14, base: 36 })], { inputable: true })]);
  await app.post('e_base:create', { code: 'zzzzzzzzzzzzzz' });
  await app.post('e_base:create', {});
  const { model } = app.app.db.getCollection('e_base');
  await model.bulkCreate([{ code: '0000000000000Z' }] as never, { hooks: false });
  const { rows } = (await app.post('sequences:repair', { collection: 'e_base' })).body.data;
  expect(rows.map((row: any) => [row.action, row.after])).toEqual([
    ['raised', '35'],
    ['skipped', null],
  ]);
  expect(code(await app.post('e_base:create', {}))).toBe('00000000000010');
});

test('setNext refuses what would have no effect', async () => {
  await collection(app, 'e_next', [sequence('code', [integer({ start: 100 })])]);
  await collection(app, 'e_scoped', [sequence('code', [integer({ scope: ['title'] })])]);
  for (const [body, path] of [
    [{ collection: 'e_next', next: 5 }, 'next'],
    [{ collection: 'e_next', next: 200, scope: 'x' }, 'scope'],
    [{ collection: 'e_scoped', next: 5 }, 'scope'],
    [{ collection: 'e_scoped', next: 5, scope: 'x'.repeat(300) }, 'scope'],
    [{ collection: 'e_scoped', next: 5, scope: 'a\u0000' }, 'scope'],
  ] as const) {
    const refused = await app.post('sequences:setNext', { field: 'code', ...body });
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([400, path]);
  }
  const forced = await app.post('sequences:setNext', { collection: 'e_next', field: 'code', next: 5, force: true });
  expect(forced.body.data.next).toBe('100');
  expect(code(await app.post('e_next:create', {}))).toBe('0100');
});

test('times that are no dates, and very far ones', async () => {
  await collection(app, 'e_far', [
    { name: 'day', type: 'date' },
    sequence('code', [date('YYYY-', { field: 'day' }), integer({ cycle: '0 0 1 1 *' })]),
  ]);
  const { patterns } = app.app.db.getCollection('e_far').getField('code').options;
  for (const at of [1e300, 1e16, 'abc', {}])
    expect((await app.post('sequences:preview', { patterns, at })).status).toBe(400);
  const isMysql = dialect === 'mariadb' || dialect === 'mysql';
  const far = isMysql ? [] : [['+020000-09-13T00:00:00Z', '20000-0001']];
  for (const [day, expected] of [['9999-06-01T00:00:00Z', '9999-0001'], ...far])
    expect(code(await app.post('e_far:create', { day }))).toBe(expected);
  const repaired = await app.post('sequences:repair', { collection: 'e_far' });
  expect(repaired.body.data.rows.map((row: any) => row.action)).not.toContain('created');
});

describe('beside running creates', () => {
  const creates = (name: string, count: number): Promise<any[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => {
        await new Promise((resolve) => setTimeout(resolve, i * 3));
        return app.post(`${name}:create`, {});
      }),
    );

  withServer('setNext needs no connection beside its own', async () => {
    await collection(app, 'e_live', [sequence('code', [integer()])]);
    const running = creates('e_live', 60);
    for (const next of [500, 1000, 1500]) {
      const response = await app.post('sequences:setNext', { collection: 'e_live', field: 'code', next });
      expect(response.status).toBe(200);
    }
    const given = (await running).map(code);
    expect(new Set(given).size).toBe(60);
    expect(given).not.toContain(undefined);
  });

  withServer('a field that begins to count otherwise repeats nothing', async () => {
    await collection(app, 'e_change', [sequence('code', [date('YYYY'), integer()])]);
    const { key } = app.app.db.getCollection('e_change').getField('code').options.patterns[1].options;
    const running = creates('e_change', 80);
    for (const cycle of ['0 0 1 1 *', undefined, '0 0 1 * *', '0 0 1 1 *']) {
      const patterns = [date('YYYY'), integer({ key, cycle })];
      await app.agent.post('/api/collections/e_change/fields:update?filterByTk=code').send({ patterns });
    }
    const answers = await running;
    const given = answers.filter(({ status }) => status === 200).map(code);
    expect(new Set(given).size).toBe(given.length);
    for (const { status } of answers) expect([200, 503]).toContain(status);
  });
});

const onPostgres = dialect === 'postgres' ? test : test.skip;

onPostgres('a field put over the parent’s counts with it, and its preview goes on from there', async () => {
  await collection(app, 'e_parent', [sequence('code', [text('L'), integer()])]);
  await collection(app, 'e_child', [], { inherits: ['e_parent'], fields: [] });
  await app.post('e_parent:create', {});
  const { patterns } = app.app.db.getCollection('e_child').getField('code').options;
  const preview = { collection: 'e_child', field: 'code', patterns, count: 1 };
  expect((await app.post('sequences:preview', preview)).body.data.values).toEqual(['L0002']);
  const own = sequence('code', [text('L'), integer()]);
  expect((await app.agent.post('/api/collections/e_child/fields:create').send(own)).status).toBe(200);
  const given = [];
  for (const name of ['e_child', 'e_parent', 'e_child', 'e_parent'])
    given.push(code(await app.post(`${name}:create`, {})));
  expect(given).toEqual(['L0002', 'L0003', 'L0004', 'L0005']);
  expect(await counters('e_child')).toEqual([]);
});

test('scopes that differ in case, accents or a space at the end are scopes of their own', async () => {
  await collection(app, 'e_case', [sequence('code', [integer({ scope: ['title'] })])]);
  for (const title of ['a', 'A', 'á', 'a ', 'ss', 'ß'])
    for (const number of ['0001', '0002']) expect(code(await app.post('e_case:create', { title }))).toBe(number);
  const { rows } = (await app.post('sequences:repair', { collection: 'e_case' })).body.data;
  expect(rows.map((row: any) => [row.after, row.action])).toEqual(Array.from({ length: 6 }, () => ['2', 'none']));
  expect((await app.post('sequences:integrity', { collection: 'e_case', field: 'code' })).body.data.gaps).toEqual([]);
});

test('a past repair is asked for by its number', async () => {
  for (const id of ['abc', "1' OR 1=1", '9'.repeat(30)]) {
    const refused = await app.get('sequenceRepairs:get', { filterByTk: id });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'filterByTk']);
  }
});
