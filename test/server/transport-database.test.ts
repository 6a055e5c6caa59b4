import { LARGEST_MESSAGE } from '../../src/server/blob/offload';
import { DatabaseTransport } from '../../src/server/transport/database/database-transport';
import { describeTransport } from '../conformance/transports';

// Without a broker there is nothing to be down, and no wire for messages of others: the outbox itself is what is durable.
describeTransport('database', async () => ({
  open: async () => new DatabaseTransport(),
  lease: async (partition) => ({ partition, epoch: '1', owner: 'conformance', cutOff: 0 }),
  largest: LARGEST_MESSAGE,
  close: async () => undefined,
}));
