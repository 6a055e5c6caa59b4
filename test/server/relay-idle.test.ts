import type { TestApp } from '../harness';
import { createApp, dialect } from '../harness';
import { append, event, pluginOf, rowsOf, run } from '../events/events';
import { eventually } from '../eventually';

describe(`a relay with nothing to do on ${dialect}`, () => {
  let test: TestApp;
  const looks: string[] = [];

  const looksIn = async (milliseconds: number): Promise<number> => {
    looks.length = 0;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return looks.length;
  };

  beforeAll(async () => {
    test = await createApp();
    test.app.db.sequelize.addHook('afterQuery', ((_: unknown, { sql }: { sql: string }) => {
      if (/relay_leases/.test(sql)) looks.push(sql);
    }) as never);
  });

  afterAll(() => test.close());

  it('looks seldom while no collection has events on', async () => {
    expect(await looksIn(6000)).toBeLessThanOrEqual(2);
  });

  it('looks every second once one has', async () => {
    const on = dialect === 'postgres' ? 'true' : '1';
    const now = `'2026-01-01 00:00:00'`;
    await run(
      test,
      (table) =>
        `INSERT INTO ${table('entityTypes')} (collection, name, enabled, created_at, updated_at) VALUES ('orders', 'Order', ${on}, ${now}, ${now})`,
    );
    await eventually(async () => expect(await looksIn(3000)).toBeGreaterThanOrEqual(2), 25_000);
  });

  it('goes on at once with what this process writes, however seldom it looks', async () => {
    await run(test, (table) => `DELETE FROM ${table('entityTypes')}`);
    await eventually(async () => expect(await looksIn(4000)).toBeLessThanOrEqual(1), 30_000);
    const took: number[] = [];
    pluginOf(test).postProcessors.register({
      name: 'watch',
      process: async () => void took.push(performance.now() - started),
    });
    const started = performance.now();
    await append(test, [event('x')]);
    await eventually(() => expect(took).toHaveLength(1), 3000);
    expect(await rowsOf(test, 'failedDeliveries')).toEqual([]);
  });
});
