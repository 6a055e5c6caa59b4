import type { TestApp } from '../harness';
import { createApp, dialect } from '../harness';
import { eventually } from '../eventually';
import { append, event, pluginOf, rowsOf, run } from '../events/events';

describe(`failed deliveries, blobs and the event log on ${dialect}`, () => {
  let test: TestApp;
  let broken = true;
  const worked: string[] = [];
  const texts: number[] = [];

  const dead = (subject: string, count: number) =>
    eventually(async () => {
      const rows = await rowsOf(test, 'failedDeliveries', `WHERE subject = '${subject}' AND status = 'dead'`);
      expect(rows).toHaveLength(count);
      return rows;
    }, 20_000);

  beforeAll(async () => {
    test = await createApp();
    pluginOf(test).postProcessors.register({
      name: 'picky',
      process: async (e) => {
        if (broken && e.data?.recordId.startsWith('bad'))
          throw Object.assign(new Error('no'), { name: 'Undeliverable' });
        worked.push(e.id);
        texts.push(String(e.data?.after?.text ?? '').length);
      },
    });
  });

  afterAll(() => test.close());

  it('replays one by id and all that a filter finds, each with one effect; a second replay does nothing', async () => {
    const events = [event('bad 1'), event('bad 1'), event('bad 1')];
    await append(test, events);
    const rows = await dead(events[0].subject, 3);
    broken = false;
    const one = await test.post(`failedDeliveries:replay?filterByTk=${rows[0].id}`);
    expect([one.status, one.body.data]).toEqual([200, { count: 1 }]);
    const rest = await test.post('failedDeliveries:replay', { filter: { status: 'dead' } });
    expect(rest.body.data).toEqual({ count: 2 });
    await eventually(() => expect([...worked].sort()).toEqual(events.map((e) => e.id).sort()));
    const again = await test.post('failedDeliveries:replay', { filter: { subject: events[0].subject } });
    expect(again.body.data).toEqual({ count: 0 });
    const { body } = await test.get('failedDeliveries:list', { filter: JSON.stringify({ status: 'done' }) });
    expect(body.data).toHaveLength(3);
    expect(body.data[0]).toMatchObject({ postProcessor: 'picky', attemptsStarted: 1, reason: 'replayed by a program' });
  });

  it('skips what waits, and the next of the record follows', async () => {
    broken = true;
    const bad = event('bad 2');
    await append(test, [bad]);
    await dead(bad.subject, 1);
    const skipped = await test.post('failedDeliveries:skip', { filter: { eventId: bad.id } });
    expect(skipped.body.data).toEqual({ count: 1 });
    const [row] = await rowsOf(test, 'failedDeliveries', `WHERE event_id = '${bad.id}'`);
    expect(row).toMatchObject({ status: 'skipped', reason: 'skipped by a program', next_try_at: null });
    expect(worked).not.toContain(bad.id);
  });

  it('refuses to replay or skip without saying which', async () => {
    expect((await test.post('failedDeliveries:replay')).status).toBe(400);
    expect((await test.post('failedDeliveries:skip?filterByTk=abc')).status).toBe(400);
  });

  it('keeps the data of large events apart and hands it over whole; never goes on without it', async () => {
    const large = event('large', { text: 'Ω'.repeat(30_000) });
    await append(test, [large, event('small')]);
    await eventually(() => expect(texts).toContain(30_000));
    const blobs = await rowsOf(test, 'payloadBlobs');
    expect(blobs.map((row) => row.ref)).toEqual([large.id]);
    broken = true;
    const gone = event('bad 3', { text: 'x'.repeat(60_000) });
    await append(test, [gone]);
    const [row] = await dead(gone.subject, 1);
    expect(row.envelope).not.toContain('xxx');
    await run(test, (table) => `DELETE FROM ${table('payloadBlobs')} WHERE ref = '${gone.id}'`);
    broken = false;
    await test.post(`failedDeliveries:replay?filterByTk=${row.id}`);
    await eventually(async () => {
      const [tried] = await rowsOf(test, 'failedDeliveries', `WHERE event_id = '${gone.id}'`);
      expect(tried).toMatchObject({ status: 'retrying' });
      expect(tried.error).toMatch(/data of the event is gone/);
    });
    expect(worked).not.toContain(gone.id);
    await test.post(`failedDeliveries:skip?filterByTk=${row.id}`);
  });

  it('keeps a log of the entity types that ask for one', async () => {
    const types = test.app.db.getCollection('entityTypes').model;
    const values = { collection: 'logged_things', name: 'LoggedThing', enabled: true, eventLog: true };
    const type = await types.create(values as never, { hooks: false });
    const logged = event('r1', { entityType: Number(type.get('id')) });
    await append(test, [logged, event('r1')]);
    const filter = JSON.stringify({ collection: 'logged_things', recordId: 'r1' });
    await eventually(async () => {
      const { body } = await test.get('entityEventLog:list', { filter });
      expect(body.data).toHaveLength(1);
      expect(body.data[0]).toMatchObject({ eventId: logged.id, type: 'Update_Thing', subject: logged.subject });
      expect(body.data[0].payload.data.changed).toEqual({ n: [1, 2] });
    });
  });

  it('tells how the outbox stands', async () => {
    await eventually(async () => {
      const { status, body } = await test.get('outboxEvents:stats');
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ pending: 0, oldestPendingSeconds: null, dead: 0, retrying: 0 });
      expect(body.data.transport).toBe('database');
      expect(body.data.published).toBeGreaterThan(5);
    });
  });

  it('prunes what is past its time, in batches, and leaves the rest', async () => {
    const old = '2020-01-01 00:00:00';
    const [, keep] = [event('old'), event('young')];
    await append(test, [keep]);
    await eventually(() => expect(worked).toContain(keep.id));
    const gone = (await rowsOf(test, 'outboxEvents')).filter((row) => row.event_id !== keep.id);
    await run(test, (t) => `UPDATE ${t('outboxEvents')} SET published_at = '${old}' WHERE event_id <> '${keep.id}'`);
    await run(test, (t) => `UPDATE ${t('processedEvents')} SET processed_at = '${old}' WHERE event_id <> '${keep.id}'`);
    await run(test, (t) => `UPDATE ${t('payloadBlobs')} SET created_at = '${old}'`);
    const removed = await pluginOf(test).pruneEvents();
    expect(removed).toBeGreaterThanOrEqual(gone.length);
    expect((await rowsOf(test, 'outboxEvents')).map((row) => row.event_id)).toEqual([keep.id]);
    expect(new Set((await rowsOf(test, 'processedEvents')).map((row) => row.event_id))).toEqual(new Set([keep.id]));
    expect(await rowsOf(test, 'payloadBlobs')).toEqual([]);
    // The next round is an hour away, for every process.
    expect(await pluginOf(test).pruneEvents()).toBeNull();
  });
});
