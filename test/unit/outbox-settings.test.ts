import { sortNodes } from '../../src/server/relay/nodes';
import { standings } from '../../src/server/relay/stats';
import { conditionsOf } from '../../src/server/alerts/conditions';
import { NO_ALERTS, readAlertSettings } from '../../src/server/settings/alert-settings';
import { retentionDefaults, retentionFaults, retentionInForce } from '../../src/server/settings/retention';
import { partsOf } from '../../src/server/consumer/delivery-search';
import { subjectOf } from '../../src/server/outbox/envelope';

const node = (owner: string, host: string, startedSecondsAgo: number, seenSecondsAgo: number) => ({
  owner,
  host,
  startedSecondsAgo,
  seenSecondsAgo,
});

describe('how long rows are kept', () => {
  const built = { published: 7, processed: 30, failed: 30, eventLog: 365 };

  it.each([
    [{}, built],
    [
      { OUTBOX_KEEP_PUBLISHED_DAYS: '2', OUTBOX_KEEP_EVENT_LOG_DAYS: '0.5' },
      { ...built, published: 2, eventLog: 0.5 },
    ],
    [{ OUTBOX_KEEP_FAILED_DAYS: '-1', OUTBOX_KEEP_PROCESSED_DAYS: 'for ever' }, built],
  ])('takes %j for %j', (environment, expected) => {
    expect(retentionDefaults(environment)).toEqual(expected);
  });

  it.each([
    [undefined, built],
    ['nonsense', built],
    [
      { published: 3, processed: 'x', failed: -1, eventLog: 4000 },
      { ...built, published: 3 },
    ],
    // Marks outlast whatever can come again, also where the environment says otherwise.
    [
      { published: 50, failed: 40 },
      { ...built, published: 50, failed: 40, processed: 50 },
    ],
    [
      { published: 0.01, processed: 0.01, failed: 0.01 },
      { ...built, published: 0.01, failed: 0.01, processed: 125 / 1440 },
    ],
  ])('lets what was set, %j, hold as %j', (stored, expected) => {
    expect(retentionInForce(stored, built)).toEqual(expected);
  });

  it('refuses what cannot be', () => {
    expect(retentionFaults(built)).toEqual([]);
    expect(retentionFaults({ ...built, published: 31 })).toMatchObject([{ path: 'processed', params: { least: 31 } }]);
    expect(retentionFaults({}).map(({ path }) => path)).toEqual(['published', 'processed', 'failed', 'eventLog']);
  });
});

describe('relays', () => {
  it('are gone when they are silent and nothing on their host was started since', () => {
    const nodes = [
      node('alive', 'a', 900, 100),
      node('silent', 'b', 900, 121),
      node('replaced', 'c', 900, 300),
      node('its successor', 'c', 299, 3),
      node('beside an older one', 'd', 900, 300),
      node('the older one', 'd', 5000, 3),
      node('long gone', 'e', 200_000, 90_000),
    ];
    const { alive, gone, forgotten } = sortNodes(nodes);
    const names = (list: typeof nodes) => list.map(({ owner }) => owner);
    expect(names(alive)).toEqual(['alive', 'its successor', 'the older one']);
    expect(names(gone)).toEqual(['silent', 'beside an older one']);
    expect(names(forgotten)).toEqual(['replaced', 'long gone']);
  });

  it('work while they hold a partition, also before their first sign of life', () => {
    const lease = (owner: string, partition: number) => ({ owner, partition, sinceSeconds: 1, expiresInSeconds: 14 });
    const found = standings([node('x:1', 'x', 60, 5)], [lease('y:2:z', 4), lease('y:2:z', 7)]);
    expect(found).toMatchObject([
      { owner: 'x:1', state: 'idle', partitions: [], expiresInSeconds: null },
      { owner: 'y:2:z', host: 'y', state: 'working', partitions: [4, 7], expiresInSeconds: 14, seenSecondsAgo: null },
    ]);
  });
});

describe('conditions that somebody is told of', () => {
  const facts = { dead: 2, oldestPendingSeconds: 61, gone: [node('a:1', 'a', 900, 300)] };
  const all = { ...NO_ALERTS, deadLetters: true, lagSeconds: 60, relayGone: true };

  it.each([
    [NO_ALERTS, facts, []],
    [all, facts, ['deadLetters', 'lag', 'relay:a:1']],
    [all, { dead: 0, oldestPendingSeconds: 60, gone: [] }, []],
    [all, { dead: 0, oldestPendingSeconds: null, gone: [] }, []],
    [{ ...all, lagSeconds: null, relayGone: false }, facts, ['deadLetters']],
  ])('of %j and %j: %j', (settings, now, expected) => {
    expect(conditionsOf(settings, now).map(({ name }) => name)).toEqual(expected);
  });

  it('are off where the settings cannot be read', () => {
    expect(readAlertSettings(undefined)).toEqual(NO_ALERTS);
    expect(readAlertSettings({ deadLetters: 'yes', lagSeconds: -3, userIds: 'all', channel: 7 })).toEqual(NO_ALERTS);
    expect(readAlertSettings({ ...all, channel: 'c', userIds: [1, '2'] })).toMatchObject({
      channel: 'c',
      userIds: ['1', '2'],
    });
  });
});

it.each(['7', 'a b:c', 'h:no digest', 'x'.repeat(80)])('reads the record %s back from its subject', (recordId) => {
  const { entityTypeId, recordId: found } = partsOf(subjectOf(12, recordId));
  expect(entityTypeId).toBe(12);
  expect([recordId, null]).toContain(found);
  expect(found === null).toBe(recordId.length > 45 || recordId.startsWith('h:'));
});
