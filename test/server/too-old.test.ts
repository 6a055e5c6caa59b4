import type { Envelope, NewEnvelope } from '../../src/server/outbox/envelope';
import { eventually } from '../eventually';
import { append, event, pluginOf, rowsOf, run } from '../events/events';
import { PRUNING } from '../../src/server/relay/partitions';
import type { TestApp } from '../harness';
import { createApp, dialect } from '../harness';

const DAY = 24 * 60 * 60 * 1000;

describe(`events older than the marks of processed ones on ${dialect}`, () => {
  let test: TestApp;
  const seen: string[] = [];
  /** What a post-processor that keeps a state makes of events. */
  const state = { sequence: '', text: '' };
  let broken: string | undefined;

  const aged = (recordId: string, days: number, text = ''): NewEnvelope => ({
    ...event(recordId, { text }),
    time: new Date(Date.now() - days * DAY).toISOString(),
  });
  const dead = (id: string) => rowsOf(test, 'failedDeliveries', `WHERE event_id = '${id}' AND status = 'dead'`);
  const horizon = async (): Promise<number> =>
    Number((await rowsOf(test, 'outboxSettings', `WHERE name = 'marksFrom'`))[0]?.value ?? 0);
  const quoted = (name: string) => test.app.db.sequelize.getQueryInterface().quoteIdentifier(name);
  const hold = (milliseconds: number, where = '') =>
    run(test, (table) => {
      const at = new Date(Date.now() + milliseconds).toISOString().slice(0, 23).replace('T', ' ');
      const zone = dialect === 'mariadb' || dialect === 'mysql' ? '' : ' +00:00';
      return `UPDATE ${table('relayLeases')} SET expires_at = '${at}${zone}' ${where}`;
    });

  beforeAll(async () => {
    test = await createApp();
    const { postProcessors } = pluginOf(test);
    postProcessors.register({ name: 'plain', process: async (e) => void seen.push(e.id) });
    postProcessors.register({
      name: 'stateful',
      process: async (e: Envelope) => {
        if (e.id === broken) throw Object.assign(new Error('not now'), { name: 'Undeliverable' });
        if (e.data?.recordId !== 'kept' || e.sequence <= state.sequence) return;
        Object.assign(state, { sequence: e.sequence, text: (e.data.after as { text: string }).text });
      },
    });
    await eventually(async () => expect((await rowsOf(test, 'relayLeases')).length).toBeGreaterThan(16));
  });

  afterAll(() => test.close());

  it('that wait since before the pruning keep the marks that tell whether they were processed', async () => {
    await hold(60 * 60 * 1000);
    const waiting = aged('waiting', 40);
    await append(test, [waiting]);
    await hold(-1000);
    await pluginOf(test).pruneEvents();
    // Nobody looks for a while where nothing is expected; a save wakes the relay.
    await append(test, [event('wake')]);
    await eventually(() => expect(seen).toContain(waiting.id));
    expect(await dead(waiting.id)).toEqual([]);
  });

  it('are parked as such, once for each post-processor; an operator can still replay them', async () => {
    // An entry of before that is not settled yet keeps the horizon back, and a round comes once an hour.
    await eventually(async () => {
      await hold(-1000, `WHERE ${quoted('partition')} = ${PRUNING}`);
      await pluginOf(test).pruneEvents();
      expect(await horizon()).toBeGreaterThan(Date.now() - 31 * DAY);
    });
    const [old, recent, after] = [aged('late', 40), aged('late', 20), event('late')];
    await append(test, [old, recent, after]);
    await eventually(() => expect(seen).toEqual(expect.arrayContaining([recent.id, after.id])));
    expect(seen).not.toContain(old.id);
    const rows = await eventually(async () => {
      const found = await dead(old.id);
      expect(found.map((row) => row.post_processor).sort()).toEqual(['event-log', 'plain', 'stateful']);
      return found;
    });
    for (const row of rows)
      expect(row).toMatchObject({ attempts_started: 0, reason: expect.stringMatching(/^too old: /) });

    const { body } = await test.post('failedDeliveries:replay', { filter: { eventId: old.id } });
    expect(body.data).toEqual({ count: 3 });
    await eventually(() => expect(seen.filter((id) => id === old.id)).toHaveLength(1));
    await eventually(async () => expect(await dead(old.id)).toEqual([]));
  });

  it('or dead for another reason, replayed after later events: what keeps a state knows by the sequence that it is older', async () => {
    const [first, second] = [event('kept', { text: 'first' }), event('kept', { text: 'second' })];
    broken = first.id;
    await append(test, [first, second]);
    await eventually(() => expect(state.text).toBe('second'));
    broken = undefined;
    const [{ id }] = await dead(first.id);
    await test.post(`failedDeliveries:replay?filterByTk=${id}`);
    await eventually(async () =>
      expect(await rowsOf(test, 'failedDeliveries', `WHERE id = ${id} AND status = 'done'`)).toHaveLength(1),
    );
    expect(state.text).toBe('second');
  });
});
