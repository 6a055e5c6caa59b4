import type { Application } from '@nocobase/server';
import type { AlertServices } from '../alerts/services';
import type { EventsServices } from '../events-services';
import { entityTypeActions } from './entity-types';
import { publishAction } from './entity-events';
import { failedDeliveryActions } from './failed-deliveries';
import { outboxSettingsActions } from './outbox-settings';
import { outboxStats } from './outbox-stats';

/** A resource that is for administrators alone: the actions that the platform has for it, and our own. */
export interface Served {
  platform: string[];
  own: Record<string, never>;
}

/** What is served about events, by the names of the resources. */
export function eventResources(
  app: Application,
  events: EventsServices,
  alerts: AlertServices,
): Record<string, Served> {
  const { db, resourceManager } = app;
  const { relay, transports, nodes, capture } = events;
  const own = (actions: object): Record<string, never> => actions as Record<string, never>;
  const deliveries = { ...events, wake: (): void => relay.wake() };
  return {
    outboxEvents: { platform: ['list', 'get'], own: own(outboxStats(db, transports, nodes)) },
    outboxSettings: { platform: [], own: own(outboxSettingsActions({ db, ...events, ...alerts })) },
    failedDeliveries: { platform: [], own: own(failedDeliveryActions(db, resourceManager, deliveries)) },
    entityTypes: { platform: [], own: own(entityTypeActions(db, resourceManager, capture.typeSettings)) },
    entityEvents: { platform: [], own: { publish: publishAction(capture.events) as never } },
  };
}
