import { randomUUID } from 'node:crypto';
import type { Envelope } from '../../src/server/outbox/envelope';
import type { TestApp } from '../harness';
import { createApp, dialect } from '../harness';
import { eventually } from '../eventually';
import { append, event, pluginOf, rowsOf, run } from '../events/events';

describe(`the relay on ${dialect}`, () => {
  let test: TestApp;
  const seen: Envelope[] = [];
  let trouble: (envelope: Envelope) => Promise<void> | void = () => undefined;

  const of = (recordId: string, name = 'steady'): string[] =>
    (name === 'steady' ? seen : []).filter((e) => e.data?.recordId === recordId).map((e) => e.id);
  const failures = (where: string) => rowsOf(test, 'failedDeliveries', `WHERE ${where} ORDER BY sequence`);
  const settled = () =>
    eventually(async () => {
      const waiting = await rowsOf(test, 'outboxEvents', `WHERE published = ${dialect === 'postgres' ? 'false' : '0'}`);
      expect(waiting).toEqual([]);
    }, 15_000);

  beforeAll(async () => {
    process.env.OUTBOX_RETRY_BASE_MS = '20';
    test = await createApp();
    const { postProcessors } = pluginOf(test);
    postProcessors.register({ name: 'steady', process: async (e) => void seen.push(e) });
    postProcessors.register({ name: 'shaky', timeoutMs: 500, process: async (e) => trouble(e) });
  });

  afterEach(() => {
    trouble = () => undefined;
  });

  afterAll(async () => {
    delete process.env.OUTBOX_RETRY_BASE_MS;
    await test.close();
  });

  it('hands each event to each post-processor once, in order per record, within a second', async () => {
    const events = Array.from({ length: 60 }, (_, i) => event(`order-${i % 3}`));
    await append(test, events);
    await settled();
    for (const record of ['order-0', 'order-1', 'order-2'])
      expect(of(record)).toEqual(events.filter((e) => e.data?.recordId === record).map((e) => e.id));
    const marks = await rowsOf(test, 'processedEvents', `WHERE post_processor <> 'event-log'`);
    expect(marks.filter((m) => events.some((e) => e.id === m.event_id))).toHaveLength(120);
    expect(seen.at(-1)?.sequence).toMatch(/^\d{20}$/);
  });

  it('relays nothing of a transaction that was rolled back', async () => {
    const { sequelize } = test.app.db;
    const gone = event('rolled-back');
    await expect(
      sequelize.transaction(async (transaction) => {
        await pluginOf(test).outbox.append([gone], transaction);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await append(test, [event('kept')]);
    await settled();
    expect(of('kept')).toHaveLength(1);
    expect(of('rolled-back')).toEqual([]);
  });

  it('delivers an entry of a lower id that was committed later', async () => {
    if (dialect === 'sqlite') return;
    const { sequelize } = test.app.db;
    const late = event('late');
    const early = event('early');
    await sequelize.transaction(async (transaction) => {
      await pluginOf(test).outbox.append([late], transaction);
      await append(test, [early]);
      await eventually(() => expect(of('early')).toHaveLength(1));
    });
    await settled();
    expect(of('late')).toEqual([late.id]);
  });

  it('parks what one post-processor cannot take, for that one alone, and goes on in order once it can', async () => {
    const events = Array.from({ length: 4 }, () => event('shaky-record'));
    const order: string[] = [];
    let broken = true;
    trouble = (e) => {
      if (e.data?.recordId !== 'shaky-record') return;
      if (broken && e.id === events[1].id) throw new Error('not today');
      order.push(e.id);
    };
    await append(test, [...events, event('bystander')]);
    await settled();
    expect(of('shaky-record')).toEqual(events.map((e) => e.id));
    expect(of('bystander')).toHaveLength(1);
    const parked = await eventually(async () => {
      const rows = await failures(`subject = '${events[0].subject}'`);
      expect(rows.map((row) => row.event_id)).toEqual(events.slice(1).map((e) => e.id));
      expect(rows[0].attempts_started).toBeGreaterThan(1);
      return rows;
    });
    expect(parked[0]).toMatchObject({ post_processor: 'shaky', status: 'retrying', error: 'not today' });
    expect(parked.slice(1).map((row) => row.next_try_at)).toEqual([null, null]);
    broken = false;
    await eventually(async () => {
      const rows = await failures(`subject = '${events[0].subject}'`);
      expect(rows.map((row) => row.status)).toEqual(['done', 'done', 'done']);
    }, 20_000);
    expect([...new Set(order)]).toEqual(events.map((e) => e.id));
  });

  it.each([
    ['throws', () => Promise.reject(new Error('always'))],
    [
      'throws at once',
      () => {
        throw new Error('always');
      },
    ],
    ['hangs', () => new Promise<void>(() => undefined)],
  ])(
    'gives a delivery up after ten attempts when the post-processor %s; the next event of the record follows',
    async (how, fail) => {
      if (how === 'hangs') process.env.OUTBOX_RETRY_BASE_MS = '5';
      const [bad, good] = [event(`dead ${how}`), event(`dead ${how}`)];
      const order: string[] = [];
      trouble = (e) => (e.id === bad.id ? fail() : void order.push(e.id));
      await append(test, [bad, good]);
      await eventually(async () => {
        const rows = await failures(`subject = '${bad.subject}'`);
        expect(rows.map((row) => [row.event_id, row.status])).toEqual([
          [bad.id, 'dead'],
          [good.id, 'done'],
        ]);
        expect(rows[0]).toMatchObject({ attempts_started: 10, attempts_finished: 10, next_try_at: null });
      }, 40_000);
      expect(order).toEqual([good.id]);
      expect(of(`dead ${how}`)).toEqual([bad.id, good.id]);
      process.env.OUTBOX_RETRY_BASE_MS = '20';
    },
  );

  it('parks a delivery of an unknown post-processor as dead, and what says that no try can work at once', async () => {
    const hopeless = event('hopeless');
    trouble = (e) => {
      if (e.id === hopeless.id) throw Object.assign(new Error('no such thing'), { name: 'Undeliverable' });
    };
    await append(test, [hopeless]);
    await eventually(async () => {
      const [row] = await failures(`event_id = '${hopeless.id}'`);
      expect(row).toMatchObject({ status: 'dead', attempts_started: 1, reason: 'no such thing' });
    });
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
    const unknown = randomUUID();
    await run(
      test,
      (
        table,
      ) => `INSERT INTO ${table('failedDeliveries')} (event_id, post_processor, subject, sequence, ${dialect === 'mariadb' ? '`partition`' : 'partition'}, status, attempts_started, attempts_finished, next_try_at, envelope, created_at, updated_at)
      VALUES ('${unknown}', 'nobody-knows', '900:unknown', 1, 3, 'retrying', 9, 9, '${now}', '{}', '${now}', '${now}')`,
    );
    await eventually(async () => {
      const [row] = await failures(`event_id = '${unknown}'`);
      expect(row).toMatchObject({ status: 'dead', attempts_started: 10 });
      expect(row.reason).toMatch(/no post-processor "nobody-knows"/);
    }, 15_000);
  });

  it('puts a corrupted entry among the dead with its reason and goes on', async () => {
    const broken = event('corrupt');
    await test.app.db.sequelize.transaction(async (transaction) => {
      await pluginOf(test).outbox.append([broken, event('corrupt')], transaction);
      const table = test.app.db.getCollection('outboxEvents').quotedTableName();
      await test.app.db.sequelize.query(`UPDATE ${table} SET payload = '{"specver' WHERE event_id = '${broken.id}'`, {
        transaction,
      });
    });
    await settled();
    expect(of('corrupt')).toHaveLength(1);
    const [row] = await failures(`event_id = '${broken.id}'`);
    expect(row).toMatchObject({ status: 'dead', post_processor: '*', reason: 'the entry cannot be read' });
  });

  it('changes nothing however often an event is delivered again', async () => {
    const events = Array.from({ length: 5 }, () => event('again'));
    await append(test, events);
    await settled();
    const ids = events.map((e) => `'${e.id}'`).join(',');
    for (let round = 0; round < 20; round++) {
      const off = dialect === 'postgres' ? 'false' : '0';
      await run(test, (table) => `UPDATE ${table('outboxEvents')} SET published = ${off} WHERE event_id IN (${ids})`);
      await append(test, [event('other')]);
      await settled();
    }
    expect(of('again')).toEqual(events.map((e) => e.id));
    expect(
      await rowsOf(test, 'processedEvents', `WHERE event_id IN (${ids}) AND post_processor <> 'event-log'`),
    ).toHaveLength(10);
  });
});
