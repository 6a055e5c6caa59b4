import supertest from 'supertest';
import type { TestApp } from '../harness';
import { createApp, signIn } from '../harness';

/** Our tables by the names of their resources, with what people may ask of them at all. */
const READABLE: Record<string, string[]> = {
  sequences: ['list'],
  sequenceRepairs: ['list', 'get'],
  sequenceChanges: ['list', 'get'],
  outboxEvents: ['list', 'get', 'stats', 'throughput'],
  outboxOperations: ['list', 'get'],
  failedDeliveries: ['list', 'get', 'choices'],
  entityEventLog: ['list', 'get'],
  entityTypes: ['list', 'get'],
  eventTypes: [],
  outboxSettings: ['get', 'recipients'],
  payloadBlobs: [],
  processedEvents: [],
  relayLeases: [],
  relayNodes: [],
  deliveryAttempts: [],
  outboxAlerts: [],
};
const WRITES = ['create', 'update', 'destroy', 'firstOrCreate', 'updateOrCreate', 'move'];
/** What an administrator may change, by an action of our own. */
const OPEN = new Set(['entityTypes:update']);
const ALL = ['list', 'get', 'query', 'export', ...WRITES];

let app: TestApp;
let member: ReturnType<typeof supertest.agent>;

beforeAll(async () => {
  app = await createApp({ acl: true });
  await app.app.db.getRepository('users').create({
    values: { username: 'm', email: 'm@example.com', password: 'member123', roles: ['member'] },
  });
  member = supertest.agent(app.app.callback());
  await signIn(member, 'm@example.com', 'member123');
});

afterAll(() => app.close());

test('every table of the plugin is looked at here', () => {
  const ours = [...app.app.db.collections.keys()].filter((name) =>
    /^(sequence|outbox|relay|processed|failedD|delivery|payloadB|entity|eventT)/.test(name),
  );
  expect(ours.sort()).toEqual(Object.keys(READABLE).sort());
});

describe.each(Object.keys(READABLE))('%s', (name) => {
  test.each(ALL)('a member cannot %s', async (action) => {
    const { status } = await member.post(`/api/${name}:${action}?filterByTk=1`).send({});
    expect([403, 404]).toContain(status);
  });

  test.each(WRITES.filter((action) => !OPEN.has(`${name}:${action}`)))(
    'nobody can %s over HTTP, not even an administrator',
    async (action) => {
      const { status } = await app.post(`${name}:${action}?filterByTk=1`, {});
      expect([403, 404]).toContain(status);
    },
  );

  test('an administrator reads what is there to be read', async () => {
    for (const action of READABLE[name] ?? [])
      if (action !== 'get') expect((await app.get(`${name}:${action}`)).status).toBe(200);
    if (!READABLE[name]?.includes('list')) expect((await app.get(`${name}:list`)).status).toBe(404);
  });
});
