/** graphile-worker as its manual has it for many small jobs: fetched in batches, completed in batches. */
import { Logger, makeWorkerUtils, run as runWorker } from 'graphile-worker';
import { event } from './events.mjs';

const RECORDS = 1000;

export async function startWorker({ host, port, username, password, database }) {
  const connectionString = `postgres://${username}:${password}@${host}:${port}/${database}`;
  const silent = { logger: new Logger(() => () => undefined) };
  const utils = await makeWorkerUtils({ connectionString, ...silent });
  await utils.migrate();
  const drain = async (count) => {
    for (let from = 0; from < count; from += 500)
      await utils.addJobs(
        Array.from({ length: 500 }, (_, i) => ({ identifier: 'noop', payload: event((from + i) % RECORDS) })),
      );
    await utils.withPgClient((client) => client.query('CHECKPOINT'));
    let seen = 0;
    const started = performance.now();
    let all;
    const ended = new Promise((resolve) => (all = resolve));
    const runner = await runWorker({
      ...silent,
      taskList: { noop: async () => void (++seen === count && all()) },
      noHandleSignals: true,
      preset: {
        worker: {
          connectionString,
          concurrentJobs: 24,
          maxPoolSize: 10,
          pollInterval: 1000,
          localQueue: { size: 500 },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
    await ended;
    const left = () =>
      utils.withPgClient(async (client) => {
        const { rows } = await client.query('SELECT count(*) FROM graphile_worker._private_jobs');
        return Number(rows[0].count);
      });
    while ((await left()) > 0);
    const took = performance.now() - started;
    await runner.stop();
    return (count * 1000) / took;
  };
  return { drain, stop: () => utils.release() };
}
