import { eventually } from '../eventually';
import { append, event, pluginOf, rowsOf, run } from '../events/events';
import type { TestApp } from '../harness';
import { createApp } from '../harness';

// An owner that ended in the middle is an accident; two in a row, with nothing settled, make the entries suspicious.

let app: TestApp;
const told = new Map<string, number>();

beforeAll(async () => {
  app = await createApp();
  pluginOf(app).postProcessors.register({
    name: 'count',
    process: async ({ id }) => void told.set(id, (told.get(id) ?? 0) + 1),
  });
});
afterAll(() => app?.close());

test.each([
  [0, 0],
  [1, 1],
])(
  'after %i owners that were cut off before the last one, deliveries are tried one by one: %i',
  async (before, parked) => {
    const leases = (set: string) => run(app, (table) => `UPDATE ${table('relayLeases')} SET ${set}`);
    await leases(`owner = 'gone:1:x', cut_off = ${before}, expires_at = '2099-01-01 00:00:00'`);
    const events = Array.from({ length: 20 }, (_, i) => event(`cut-${before}-${i}`));
    await append(app, events);
    await leases(`expires_at = '2020-01-01 00:00:00'`);
    await eventually(async () => expect(events.filter(({ id }) => told.get(id) === 1)).toHaveLength(20), 30_000);
    const ours = new Set(events.map(({ id }) => id));
    await eventually(async () => {
      const worked = (await rowsOf(app, 'relayLeases')).filter(
        ({ epoch, partition }) => Number(epoch) > 0 && partition < 16,
      );
      expect(worked.some(({ owner, cut_off: cutOff }) => owner === null && Number(cutOff) === 0)).toBe(true);
    }, 20_000);
    const deliveries = (await rowsOf(app, 'failedDeliveries')).filter(
      (row) => ours.has(row.event_id) && row.post_processor === 'count',
    );
    expect(deliveries.length > 0 ? 1 : 0).toBe(parked);
    expect([...told.values()].every((times) => times === 1)).toBe(true);
  },
);
