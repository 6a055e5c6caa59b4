import type { Application } from '@nocobase/server';
import { clock } from '../foundation/clock';
import type { RelayServices } from './services';
import { ROUND_MS } from './prune';

/** What a process must be serving (WORKER_MODE) to relay events; without WORKER_MODE it does everything. */
export const RELAY_TOPIC = 'nocobase-plugin-sequence-outbox:relay';

interface Committing {
  onCommitted(listener: () => void): void;
}

interface Serving {
  serving(topic?: string): boolean;
}

/**
 * Starts the relay with the app where WORKER_MODE has it, and stops it before the app's database closes. A process that
 * does not relay tells the others of what it committed.
 */
export function runRelay(app: Application, services: RelayServices, outbox: Committing): void {
  const { relay, nodes, notices, prune, consumer, transports } = services;
  const warn = (message: string, error: unknown): void => void app.log.warn(message, { error });
  let relaying = false;
  let stopped = false;
  let stopPruning = (): void => undefined;
  let pruning: Promise<unknown> = Promise.resolve();

  const pruneLater = (milliseconds: number): void => {
    stopPruning = clock.after(milliseconds, () => {
      pruning = prune
        .run(() => !stopped)
        .catch((error: unknown) => warn('old events could not be removed', error))
        .finally(() => {
          if (!stopped) pruneLater(ROUND_MS);
        });
    });
  };

  outbox.onCommitted(() => (relaying ? relay.wake() : notices.send()));
  app.on('afterStart', async () => {
    if (relaying || stopped || !(app as unknown as Serving).serving(RELAY_TOPIC)) return;
    relaying = true;
    await transports.inUse.start((lease, events) => consumer.deliver(lease, events));
    relay.start();
    nodes.appear();
    notices.listen(() => relay.wake());
    pruneLater(60_000);
  });
  const stop = async (): Promise<void> => {
    if (stopped) return;
    stopped = true;
    stopPruning();
    notices.stop();
    if (!relaying) return;
    await relay.stop();
    await nodes.leave();
    await pruning;
    await transports.inUse.stop();
  };
  app.on('beforeStop', stop);
  app.on('beforeReload', stop);
}
