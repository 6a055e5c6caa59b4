import type { Database } from '@nocobase/database';
import type { Application } from '@nocobase/server';
import type { Leases } from '../relay/leases';
import type { RelayNodes } from '../relay/nodes';
import type { OutboxSettings } from '../settings/outbox-settings';
import { Alerts } from './alerts';
import { Notifier } from './notifier';
import { OpenAlerts } from './open-alerts';

interface Surroundings {
  app: Application;
  db: Database;
  leases: Leases;
  nodes: RelayNodes;
  settings: OutboxSettings;
  warn: (message: string, error: unknown) => void;
}

/** Everything that tells people of what is wrong, put together for one app. */
export function alertServices({ app, ...surroundings }: Surroundings) {
  const [notifier, openAlerts] = [new Notifier(app), new OpenAlerts(surroundings.db)];
  return { notifier, openAlerts, alerts: new Alerts({ ...surroundings, notifier, open: openAlerts }) };
}

export type AlertServices = ReturnType<typeof alertServices>;
