import type { ClientApplication } from '@nocobase/client-v2';
import { createHost, HostProvider } from './host/host';
import { SequencesPage } from './sequences/SequencesPage';

/** The Sequences page as a component a NocoBase settings page can draw, bound to the client it runs in. */
export function createSequencesSettings(app: ClientApplication) {
  const host = createHost(app);
  return function SequencesSettings() {
    return (
      <HostProvider host={host}>
        <SequencesPage />
      </HostProvider>
    );
  };
}
