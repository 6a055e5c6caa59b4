/**
 * Events through relay and consumer to a post-processor that does nothing, against graphile-worker with its batches on the
 * same server; how long after a commit an event is picked up; and whether 500,000 relayed events in the tables slow it down.
 */
import { bootApp } from './app.mjs';
import { startWorker } from './graphile-worker.mjs';
import { interleaved, median, report } from './measure.mjs';
import { measurePickup } from './pickup.mjs';
import { stageRelay } from './relay-stage.mjs';

const EVENTS = 10_000;
const ROUNDS = 5;
const OLD = 500_000;

export async function run(database) {
  const app = await bootApp(database, { schema: 'relay', pool: 10 });
  const relay = stageRelay(app);
  const worker = await startWorker(database);
  try {
    await measurePickup(app, relay);
    const drain = () => relay.drain(EVENTS);
    const rounds = { rounds: ROUNDS };
    const { ours, peer } = await interleaved({ ours: drain, peer: () => worker.drain(EVENTS) }, rounds);
    const figure = { bench: 'relay', unit: 'events/s' };
    report({ ...figure, name: 'throughput', value: ours, peer: 'graphile-worker, batched', peerValue: peer });

    // Empty, full, empty again: what the machine does meanwhile falls on both.
    const empty = [];
    await relay.empty();
    empty.push((await interleaved({ drain }, rounds)).drain);
    await relay.fill(OLD);
    const full = (await interleaved({ drain }, rounds)).drain;
    await relay.empty();
    empty.push((await interleaved({ drain }, rounds)).drain);
    const name = `with ${OLD.toLocaleString('en')} relayed events`;
    report({ ...figure, name, value: full, peer: 'with empty tables', peerValue: median(empty) });
  } finally {
    await worker.stop();
    await app.destroy();
  }
}
