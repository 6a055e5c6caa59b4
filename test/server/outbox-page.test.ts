import type { TestApp } from '../harness';
import { collection, createApp, dialect, integer, sequence, text } from '../harness';
import { eventually } from '../eventually';
import { append, event, pluginOf, rowsOf, run } from '../events/events';

const on = dialect === 'postgres' ? 'true' : '1';

describe(`what the page "Outbox" asks for, on ${dialect}`, () => {
  let test: TestApp;
  let broken = true;
  let orders: number;
  let parcels: number;
  const worked: string[] = [];

  const dead = (count: number, where: string) =>
    eventually(async () => {
      const rows = await rowsOf(test, 'failedDeliveries', `WHERE ${where} AND status = 'dead' ORDER BY id`);
      expect(rows).toHaveLength(count);
      return rows;
    }, 20_000);
  const listed = async (query: object) => {
    const { status, body } = await test.get('failedDeliveries:list', query);
    expect(status).toBe(200);
    return body.data as Record<string, any>[];
  };
  const entityType = async (name: string): Promise<number> => {
    const row = await test.app.db.getRepository('entityTypes').findOne({ filter: { collection: name } });
    return Number(row.get('id'));
  };
  const operations = async () => (await test.get('outboxOperations:list')).body.data as Record<string, any>[];

  beforeAll(async () => {
    process.env.OUTBOX_RETRY_BASE_MS = '1';
    test = await createApp();
    for (const name of ['page_orders', 'page_parcels'])
      await collection(test, name, [
        sequence('code', [text(name === 'page_orders' ? 'DH-' : 'P-'), integer()]),
        { name: 'pin', type: 'password', interface: 'password', hidden: true },
      ]);
    [orders, parcels] = [await entityType('page_orders'), await entityType('page_parcels')];
    for (const name of ['page_orders', 'page_parcels'])
      for (let i = 0; i < 3; i++) await test.post(`${name}:create`, { title: `${i}` });
    const { postProcessors } = pluginOf(test);
    const refuse = (e: { data?: { recordId: string } }) => broken && Number(e.data?.recordId) > 0;
    postProcessors.register({
      name: 'picky',
      process: async (e) => {
        if (refuse(e)) throw Object.assign(new Error(`no ${e.data?.recordId}`), { name: 'Undeliverable' });
        worked.push(e.id);
      },
    });
    postProcessors.register({
      name: 'stubborn',
      wants: (e) => e.data?.recordId === 'stubborn',
      process: async () => {
        if (broken) throw new Error('not yet');
      },
    });
  });

  afterAll(async () => {
    delete process.env.OUTBOX_RETRY_BASE_MS;
    await test.close();
  });

  it('lists failed deliveries with their record, by status, post-processor, collection, number, event and record', async () => {
    const events = [
      event('1', { entityType: orders }),
      event('2', { entityType: orders }),
      event('2', { entityType: parcels }),
    ];
    await append(test, events);
    await dead(3, `post_processor = 'picky'`);
    const all = await listed({ status: 'dead' });
    expect(all).toHaveLength(3);
    expect(all.find(({ collection }) => collection === 'page_parcels')).toMatchObject({
      collection: 'page_parcels',
      recordId: '2',
      number: 'P-0002',
      eventType: 'Update_Thing',
      attemptsStarted: 1,
      error: 'no 2',
    });
    expect(all[0]).not.toHaveProperty('envelope');
    const ids = async (query: object) => (await listed(query)).map((row) => row.eventId).sort();
    const [one, two, parcel] = events.map(({ id }) => id);
    expect(await ids({ collection: 'page_orders' })).toEqual([one, two].sort());
    expect(await ids({ search: 'DH-0002' })).toEqual([two]);
    expect(await ids({ search: '2' })).toEqual([two, parcel].sort());
    expect(await ids({ search: '2', collection: 'page_parcels' })).toEqual([parcel]);
    expect(await ids({ search: one })).toEqual([one]);
    expect(await ids({ search: ` ${events[0].subject} ` })).toEqual([one]);
    expect(await ids({ search: 'DH-9999' })).toEqual([]);
    expect(await ids({ postProcessor: 'other' })).toEqual([]);
    expect(await ids({ status: 'retrying,skipped' })).toEqual([]);
    expect(await ids({ collection: 'unknown' })).toEqual([]);
    expect(await ids({ filter: JSON.stringify({ eventId: two }), status: ['dead', 'done'] })).toEqual([two]);
  });

  it('refuses what it does not understand, naming it', async () => {
    for (const [query, path] of [
      [{ status: 'lost' }, 'status'],
      [{ collection: 'a.b' }, 'collection'],
      [{ filter: '{"nothing.such":1}' }, 'filter'],
    ] as const) {
      const { status, body } = await test.get('failedDeliveries:list', query);
      expect([JSON.stringify(query), status, body.errors?.[0]?.path]).toEqual([JSON.stringify(query), 400, path]);
    }
    const { status, body } = await test.post('failedDeliveries:count', { operation: 'destroy', filter: {} });
    expect([status, body.errors[0].path]).toEqual([400, 'operation']);
  });

  it('shows the payload of one, without what became a secret, and with data that travelled apart', async () => {
    const secret = event('3', { entityType: orders, text: 'Ω'.repeat(30_000) });
    Object.assign(secret.data!.after!, { pin: '1234', apiKey: 'k', note: { token: 'x', open: 1 } });
    secret.data!.changed.pin = [null, '1234'];
    await append(test, [secret]);
    const [row] = await dead(1, `event_id = '${secret.id}'`);
    const { body } = await test.get('failedDeliveries:get', { filterByTk: row.id });
    expect(body.data).not.toHaveProperty('envelope');
    expect(body.data).toMatchObject({ payloadCut: false, payloadError: null, number: 'DH-0003' });
    const { data } = JSON.parse(body.data.payload);
    expect(data.after).toMatchObject({ pin: '••••••', apiKey: '••••••', note: { token: '••••••', open: 1 } });
    expect(data.after.text).toHaveLength(30_000);
    expect(data.changed).toEqual({ n: [1, 2], pin: '••••••' });
    await run(test, (t) => `DELETE FROM ${t('payloadBlobs')}`);
    const gone = await test.get('failedDeliveries:get', { filterByTk: row.id });
    expect(gone.body.data.payloadError).toMatch(/data of the event is gone/);
    expect(JSON.parse(gone.body.data.payload).id).toBe(secret.id);
    await test.post(`failedDeliveries:skip?filterByTk=${row.id}`);
  });

  it('keeps the newest attempts of a delivery, with their beginning, end and error', async () => {
    const tried = event('stubborn');
    await append(test, [tried]);
    const [row] = await dead(1, `event_id = '${tried.id}' AND post_processor = 'stubborn'`);
    const attempts = async () =>
      (await test.get('failedDeliveries:get', { filterByTk: row.id })).body.data.attempts as Record<string, any>[];
    const first = await attempts();
    expect(first.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const { startedAt, finishedAt, error } of first) {
      expect(error).toBe('not yet');
      expect(Date.parse(finishedAt)).toBeGreaterThanOrEqual(Date.parse(startedAt));
      expect(Math.abs(Date.now() - Date.parse(startedAt))).toBeLessThan(120_000);
    }
    for (let round = 0; round < 2; round++) {
      await test.post(`failedDeliveries:replay?filterByTk=${row.id}`);
      await dead(1, `event_id = '${tried.id}' AND post_processor = 'stubborn'`);
    }
    expect((await attempts()).map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, i) => i + 11));
    broken = false;
    await test.post(`failedDeliveries:replay?filterByTk=${row.id}`);
    await eventually(async () =>
      expect((await attempts()).at(-1)).toMatchObject({ number: 31, error: null, finishedAt: expect.any(String) }),
    );
    broken = true;
  });

  it('counts what an operation would be done to, does it to no more than that, and notes it once', async () => {
    const many = Array.from({ length: 250 }, (_, i) => event(String(1000 + i), { entityType: parcels }));
    await append(test, many);
    await eventually(async () => {
      const rows = await rowsOf(test, 'failedDeliveries', `WHERE status = 'dead'`);
      expect(rows.length).toBe(253);
    }, 30_000);
    const query = { collection: 'page_parcels', status: ['dead', 'done'] };
    const counted = await test.post('failedDeliveries:count', { operation: 'skip', ...query });
    expect(counted.body.data).toMatchObject({ matching: 251, count: 251 });
    const late = event('5000', { entityType: parcels });
    await append(test, [late]);
    await dead(1, `event_id = '${late.id}'`);
    const before = (await operations()).length;
    const { upTo } = counted.body.data;
    const skipped = await test.post('failedDeliveries:skip', { ...query, upTo });
    expect(skipped.body.data).toEqual({ count: 251 });
    await dead(1, `event_id = '${late.id}'`);
    const noted = await operations();
    expect(noted).toHaveLength(before + 1);
    expect(noted[0]).toMatchObject({ action: 'skip', count: 251, origin: 'http', detail: query });
    // Nothing is left that it is for, so nothing was done.
    await test.post('failedDeliveries:skip', { ...query, upTo });
    expect(await operations()).toHaveLength(before + 1);
    const replay = await test.post('failedDeliveries:count', { operation: 'replay', collection: 'page_parcels' });
    broken = false;
    expect((await test.post('failedDeliveries:replay', { collection: 'page_parcels' })).body.data.count).toBe(
      replay.body.data.count,
    );
    await eventually(async () => {
      const open = await rowsOf(test, 'failedDeliveries', `WHERE status <> 'done' AND subject LIKE '${parcels}:%'`);
      expect(open.map((row) => row.event_id)).toEqual([]);
    }, 40_000);
    expect(new Set(worked).size).toBe(worked.length);
    broken = true;
  });

  it('offers the post-processors and collections there are', async () => {
    const { body } = await test.get('failedDeliveries:choices');
    expect(body.data.postProcessors).toEqual(['event-log', 'picky', 'stubborn']);
    expect(body.data.collections.map(({ name }: any) => name)).toEqual(
      expect.arrayContaining(['page_orders', 'page_parcels']),
    );
  });

  it('tells lag, throughput by minute and the relays with what they hold', async () => {
    const { body } = await test.get('outboxEvents:stats');
    expect(body.data).toMatchObject({ pending: 0, dead: expect.any(Number), transport: 'database' });
    expect(body.data.lagSeconds).toBeGreaterThanOrEqual(0);
    expect(body.data.lagSeconds).toBeLessThan(60);
    expect(body.data.relays).toHaveLength(1);
    expect(body.data.relays[0]).toMatchObject({
      state: expect.stringMatching(/idle|working/),
      host: expect.any(String),
    });
    await run(
      test,
      (t) =>
        `UPDATE ${t('relayLeases')} SET owner = 'elsewhere:1:x', since = expires_at, expires_at = '2099-01-01 00:00:00' WHERE ${test.app.db.sequelize.getQueryInterface().quoteIdentifier('partition')} = 3`,
    );
    const stranger = (await test.get('outboxEvents:stats')).body.data.relays.find((r: any) => r.host === 'elsewhere');
    expect(stranger).toMatchObject({ state: 'working', partitions: [3], leases: [{ partition: 3 }] });
    expect(stranger.expiresInSeconds).toBeGreaterThan(1e6);
    const flow = (await test.get('outboxEvents:throughput')).body.data;
    expect(flow.minutes).toHaveLength(60);
    const published = (await rowsOf(test, 'outboxEvents', `WHERE published = ${on}`)).length;
    expect(flow.total).toBe(published);
    expect(flow.minutes[59] + flow.minutes[58] + flow.minutes[57]).toBe(published);
  });
});
