import type { ClientApplication } from '@nocobase/client-v2';
import { createHost, HostProvider } from './host/host';
import { OutboxPage } from './outbox/OutboxPage';

/** The Outbox page as a component a NocoBase settings page can draw, bound to the client it runs in. */
export function createOutboxSettings(app: ClientApplication) {
  const host = createHost(app);
  return function OutboxSettings() {
    return (
      <HostProvider host={host}>
        <OutboxPage />
      </HostProvider>
    );
  };
}
