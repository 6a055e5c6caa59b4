import type { Application } from '@nocobase/server';
import { clock } from '../foundation/clock';
import type { Alerts } from './alerts';

/** Between two looks, in milliseconds. */
const CHECK_MS = 30_000;

/** Has every process look now and then, also those that do not relay: they are left when the relays are gone. */
export function runAlerts(app: Application, alerts: Pick<Alerts, 'check'>): void {
  let stopped = false;
  let running = false;
  let cancel = (): void => undefined;
  let checking: Promise<unknown> = Promise.resolve();

  const later = (): void => {
    if (stopped) return;
    cancel = clock.after(CHECK_MS, () => {
      checking = alerts
        .check()
        .catch((error: unknown) => void app.log.warn('alerts could not be looked for', { error }))
        .finally(later);
    });
  };
  app.on('afterStart', () => {
    if (!running) later();
    running = true;
  });
  const stop = async (): Promise<void> => {
    stopped = true;
    cancel();
    await checking;
  };
  app.on('beforeStop', stop);
  app.on('beforeReload', stop);
}
