import type { TestApp } from '../harness';
import { createApp, dialect } from '../harness';
import { eventually } from '../eventually';
import { append, event, pluginOf, rowsOf, run } from '../events/events';

const CHANNEL = 'alerts_inbox';

describe(`settings and alerts of the outbox on ${dialect}`, () => {
  let test: TestApp;
  let broken = true;
  let admin: string;

  const settings = async () => (await test.get('outboxSettings:get')).body.data;
  const operations = async () => (await test.get('outboxOperations:list')).body.data as Record<string, any>[];
  const messages = async () => {
    const rows = await test.app.db.getRepository('notificationInAppMessages').find({ sort: ['receiveTimestamp'] });
    return rows.map((row: any) => row.toJSON() as Record<string, any>);
  };
  const check = () =>
    eventually(async () => {
      // The app itself may be looking at this moment.
      const told = await pluginOf(test).checkAlerts();
      expect(told).not.toBeNull();
      return told;
    });
  const faults = (answer: { status: number; body: any }) => [
    answer.status,
    ...(answer.body.errors ?? []).map(({ path }: any) => path),
  ];
  const alerts = (more: object = {}) => ({ channel: CHANNEL, userIds: [admin], ...more });
  const turn = async (more: object) => {
    const answer = await test.post('outboxSettings:saveAlerts', alerts(more));
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  };

  beforeAll(async () => {
    test = await createApp({ acl: true, plugins: ['notification-manager', 'notification-in-app-message'] });
    await test.app.db.getRepository('notificationChannels').create({
      values: { name: CHANNEL, title: 'Inbox', notificationType: 'in-app-message' },
    });
    [{ id: admin }] = (await test.get('outboxSettings:recipients', { search: 'super' })).body.data;
    pluginOf(test).postProcessors.register({
      name: 'picky',
      process: async () => {
        if (broken) throw Object.assign(new Error('no'), { name: 'Undeliverable' });
      },
    });
  });

  afterAll(() => test.close());

  it('tells what holds, and who and what can be chosen', async () => {
    expect(await settings()).toMatchObject({
      retention: { published: 7, processed: 30, failed: 30, eventLog: 365 },
      alerts: { deadLetters: false, lagSeconds: null, relayGone: false, channel: null, users: [] },
      channels: [{ name: CHANNEL, title: 'Inbox', type: 'in-app-message' }],
      canNotify: true,
      openAlerts: [],
    });
    const { body } = await test.get('outboxSettings:recipients', { search: 'nobody of that name' });
    expect(body.data).toEqual([]);
  });

  it('refuses retention that would let an effect come twice, or is no number of days', async () => {
    const save = (more: object) =>
      test.post('outboxSettings:saveRetention', { published: 7, processed: 30, failed: 30, eventLog: 365, ...more });
    expect(faults(await save({ processed: 29 }))).toEqual([400, 'processed']);
    expect(faults(await save({ published: 31 }))).toEqual([400, 'processed']);
    expect(faults(await save({ published: 0, eventLog: '1.5' }))).toEqual([400, 'published', 'eventLog']);
    expect(faults(await save({ failed: 'soon', eventLog: null }))).toEqual([400, 'failed', 'eventLog']);
    expect(faults(await save({ eventLog: 3651 }))).toEqual([400, 'eventLog']);
    expect((await settings()).retention).toEqual({ published: 7, processed: 30, failed: 30, eventLog: 365 });
    expect(await operations()).toEqual([]);
  });

  it('keeps retention, notes who changed what, and removes rows by it', async () => {
    const wanted = { published: 2, processed: 20, failed: 10, eventLog: 400 };
    expect((await test.post('outboxSettings:saveRetention', wanted)).body.data).toEqual(wanted);
    await test.post('outboxSettings:saveRetention', wanted);
    const [entry, ...more] = await operations();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action: 'retention',
      count: 4,
      by: 'Super Admin',
      origin: 'http',
      detail: { before: { published: 7, eventLog: 365 }, after: { published: 2, eventLog: 400 } },
    });
    const events = [event('young'), event('old')];
    await append(test, events);
    await eventually(async () =>
      expect(await rowsOf(test, 'failedDeliveries', `WHERE status = 'dead'`)).toHaveLength(2),
    );
    await test.post('failedDeliveries:skip', { filter: {} });
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const [young, old] = events.map(({ id }) => id);
    for (const [id, days] of [
      [young, 1],
      [old, 3],
    ] as const)
      await run(test, (t) => `UPDATE ${t('outboxEvents')} SET published_at = '${ago(days)}' WHERE event_id = '${id}'`);
    for (const [id, days] of [
      [young, 9],
      [old, 11],
    ] as const)
      await run(
        test,
        (t) => `UPDATE ${t('failedDeliveries')} SET updated_at = '${ago(days)}' WHERE event_id = '${id}'`,
      );
    await eventually(async () => expect(await pluginOf(test).pruneEvents()).toBeGreaterThan(0));
    const left = async (name: string) => (await rowsOf(test, name)).map((row) => row.event_id as string);
    expect(await left('outboxEvents')).toEqual([young]);
    expect(await left('failedDeliveries')).toEqual([young]);
    expect(await rowsOf(test, 'deliveryAttempts')).toHaveLength(1);
  });

  it('refuses alerts that could reach nobody, naming what is wrong', async () => {
    const save = (more: object) => test.post('outboxSettings:saveAlerts', more);
    expect(faults(await save({ deadLetters: true }))).toEqual([400, 'channel', 'userIds']);
    expect(faults(await save(alerts({ lagSeconds: 0 })))).toEqual([400, 'lagSeconds']);
    expect(faults(await save(alerts({ lagSeconds: 'soon' })))).toEqual([400, 'lagSeconds']);
    expect(faults(await save(alerts({ relayGone: true, channel: 'none' })))).toEqual([400, 'channel']);
    expect(faults(await save(alerts({ relayGone: true, userIds: ['999999'] })))).toEqual([400, 'userIds']);
    expect(faults(await save(alerts({ relayGone: true, userIds: 'all' })))).toEqual([400, 'userIds']);
    expect(faults(await save(alerts({ relayGone: 'maybe' })))).toEqual([400, 'relayGone']);
    expect((await settings()).alerts.relayGone).toBe(false);
  });

  it('tells of dead deliveries once, until they are dealt with', async () => {
    await append(test, [event('bad')]);
    await eventually(async () =>
      expect(await rowsOf(test, 'failedDeliveries', `WHERE status = 'dead'`)).toHaveLength(1),
    );
    expect(await check()).toEqual([]);
    await turn({ deadLetters: true });
    expect(await check()).toEqual(['deadLetters']);
    const [message] = await messages();
    expect(message).toMatchObject({
      title: 'Deliveries were given up',
      content: 'Deliveries of events that were given up and wait for an operator: 1',
      channelName: CHANNEL,
    });
    expect(String(message.userId)).toBe(admin);
    expect([await check(), await check()]).toEqual([[], []]);
    expect((await settings()).openAlerts).toMatchObject([{ condition: 'deadLetters', error: null }]);
    await test.post('failedDeliveries:skip', { filter: { status: 'dead' } });
    expect(await check()).toEqual([]);
    expect((await settings()).openAlerts).toEqual([]);
    await append(test, [event('bad again')]);
    await eventually(async () =>
      expect(await rowsOf(test, 'failedDeliveries', `WHERE status = 'dead'`)).toHaveLength(1),
    );
    expect(await check()).toEqual(['deadLetters']);
    expect(await messages()).toHaveLength(2);
    await test.post('failedDeliveries:skip', { filter: { status: 'dead' } });
    broken = false;
  });

  it('is told once however many processes look at the same time', async () => {
    broken = true;
    await append(test, [event('bad for all')]);
    await eventually(async () =>
      expect(await rowsOf(test, 'failedDeliveries', `WHERE status = 'dead'`)).toHaveLength(1),
    );
    await check();
    const before = (await messages()).length;
    await run(test, (t) => `DELETE FROM ${t('outboxAlerts')}`);
    const answers = await Promise.all(Array.from({ length: 6 }, () => pluginOf(test).checkAlerts()));
    await check();
    expect(answers.flatMap((told) => told ?? []).length).toBeLessThanOrEqual(1);
    expect(await messages()).toHaveLength(before + 1);
    await test.post('failedDeliveries:skip', { filter: { status: 'dead' } });
    broken = false;
    await check();
  });

  it('tells of events that wait too long', async () => {
    await turn({ lagSeconds: 60 });
    const late = event('late');
    late.time = new Date(Date.now() - 3_600_000).toISOString();
    const lease = `WHERE ${test.app.db.sequelize.getQueryInterface().quoteIdentifier('partition')} < 16`;
    await run(
      test,
      (t) => `UPDATE ${t('relayLeases')} SET owner = 'held', expires_at = '2099-01-01 00:00:00' ${lease}`,
    );
    await append(test, [late]);
    expect(await check()).toEqual(['lag']);
    expect((await messages()).at(-1)?.content).toMatch(
      /^The oldest event has been waiting for 36\d\d seconds; the limit is 60/,
    );
    expect(await check()).toEqual([]);
    await run(test, (t) => `UPDATE ${t('relayLeases')} SET owner = NULL, expires_at = '2020-01-01 00:00:00' ${lease}`);
    await eventually(async () => {
      await check();
      expect((await settings()).openAlerts).toEqual([]);
    });
  });

  it('tells of a relay that is gone, not of one that was replaced, left, or only begins', async () => {
    const now = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const node = (owner: string, host: string, started: number, seen: number) =>
      run(
        test,
        (t) =>
          `INSERT INTO ${t('relayNodes')} (owner, host, started_at, seen_at) VALUES ('${owner}', '${host}', '${now(started)}', '${now(seen)}')`,
      );
    await turn({ relayGone: true });
    expect(await check()).toEqual([]);
    await node('a:1', 'host-a', 9000, 400);
    await node('b:1', 'host-b', 9000, 400);
    await node('b:2', 'host-b', 300, 5);
    await node('c:1', 'host-c', 200_000, 100_000);
    expect(await check()).toEqual(['relay:a:1']);
    expect((await messages()).at(-1)?.content).toMatch(/^a:1 has not given a sign of life for 6 minutes/);
    expect(await check()).toEqual([]);
    const owners = (await rowsOf(test, 'relayNodes')).map(({ owner }) => owner as string);
    expect(owners).toEqual(expect.arrayContaining(['a:1', 'b:2']));
    expect(owners).not.toContain('b:1');
    expect(owners).not.toContain('c:1');
    const { body } = await test.get('outboxEvents:stats');
    expect(body.data.relays.find(({ owner }: any) => owner === 'a:1')).toMatchObject({ state: 'gone' });
    await node('a:2', 'host-a', 1, 1);
    expect(await check()).toEqual([]);
    expect((await settings()).openAlerts).toEqual([]);
  });

  it('tries again what a channel refused, and says so', async () => {
    broken = true;
    await append(test, [event('refused')]);
    await eventually(async () =>
      expect(await rowsOf(test, 'failedDeliveries', `WHERE status = 'dead'`)).toHaveLength(1),
    );
    await turn({ deadLetters: true });
    const channels = test.app.db.getRepository('notificationChannels');
    await channels.destroy({ filterByTk: CHANNEL });
    expect(await check()).toEqual([]);
    expect((await settings()).openAlerts).toMatchObject([
      { condition: 'deadLetters', sentAt: null, error: 'channel not found' },
    ]);
    const before = (await messages()).length;
    await channels.create({ values: { name: CHANNEL, title: 'Inbox', notificationType: 'in-app-message' } });
    // Not before its time, unless somebody saves the settings.
    expect(await check()).toEqual([]);
    await turn({ deadLetters: true });
    expect(await check()).toEqual(['deadLetters']);
    expect(await messages()).toHaveLength(before + 1);
  });

  it('writes in the language of who set them up', async () => {
    await run(test, (t) => `DELETE FROM ${t('outboxAlerts')}`);
    await test.agent
      .post('/api/outboxSettings:saveAlerts')
      .set('X-Locale', 'fr-FR')
      .send(alerts({ deadLetters: true }));
    expect(await check()).toEqual(['deadLetters']);
    expect((await messages()).at(-1)?.title).toBe('Des livraisons ont été abandonnées');
  });

  it('notes a change of alerts', async () => {
    const [entry] = (await operations()).filter(({ action }) => action === 'alerts');
    expect(entry.by).toBe('Super Admin');
    expect(entry.detail.after).toMatchObject({ deadLetters: true });
  });
});
