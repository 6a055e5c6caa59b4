/** @jest-environment jsdom */
import './support/dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OutboxPage } from '../../src/client-v2/outbox/OutboxPage';
import { narrowScreen } from './support/dom';
import { FakeServer, refusal, renderPage } from './support/page';
import type { Answer } from './support/page';

const STATS = {
  data: {
    pending: 3,
    oldestPendingSeconds: 125,
    published: 12_345,
    retrying: 1,
    dead: 2,
    lagSeconds: 0.25,
    transport: 'database',
    relays: [
      {
        owner: 'host-a:1:x',
        host: 'host-a',
        state: 'working',
        startedSecondsAgo: 7200,
        seenSecondsAgo: 4,
        leases: [{ partition: 5, sinceSeconds: 2, expiresInSeconds: 13 }],
      },
      { owner: 'host-b:1:y', host: 'host-b', state: 'gone', startedSecondsAgo: 9000, seenSecondsAgo: 600, leases: [] },
    ],
  },
};
const FLOW = { data: { minutes: Array.from({ length: 60 }, (_, minute) => (minute === 59 ? 40 : 0)) } };
const row = (id: number, more: object = {}) => ({
  id,
  eventId: `event-${id}`,
  eventType: 'Update_Order',
  postProcessor: 'webhook',
  status: 'dead',
  collection: 'orders',
  collectionTitle: 'Orders',
  recordId: String(id),
  number: `DH-${id}`,
  attemptsStarted: 10,
  error: 'HTTP 500',
  createdAt: '2026-12-01T03:00:00.000Z',
  ...more,
});
const ROWS = { data: [row(1), row(2, { status: 'retrying', number: '', recordId: 'r-2' })], meta: { count: 230 } };
const SETTINGS = {
  data: {
    retention: { published: 7, processed: 30, failed: 30, eventLog: 365 },
    alerts: { deadLetters: false, lagSeconds: null, relayGone: false, channel: null, users: [] },
    channels: [{ name: 'inbox', title: 'Inbox' }],
    canNotify: true,
    openAlerts: [],
  },
};

const serverWith = (answers: Record<string, Answer> = {}) =>
  new FakeServer({
    'outboxEvents:stats': STATS,
    'outboxEvents:throughput': FLOW,
    'failedDeliveries:list': ROWS,
    'failedDeliveries:choices': {
      data: { postProcessors: ['event-log', 'webhook'], collections: [{ name: 'orders', title: 'Orders' }] },
    },
    'failedDeliveries:get': {
      data: {
        ...row(1),
        reason: 'given up after 10 attempts',
        payload: '{\n  "pin": "••••••"\n}',
        attempts: [
          {
            number: 9,
            startedAt: '2026-12-01T03:00:00.000Z',
            finishedAt: '2026-12-01T03:00:01.500Z',
            error: 'HTTP 500',
          },
          { number: 10, startedAt: '2026-12-01T03:10:00.000Z', finishedAt: null, error: null },
        ],
      },
    },
    'outboxOperations:list': { data: [], meta: { count: 0 } },
    'outboxSettings:get': SETTINGS,
    'outboxSettings:recipients': { data: [{ id: 1, name: 'Super Admin' }] },
    ...answers,
  });

async function open(server: FakeServer, tab?: string) {
  renderPage(<OutboxPage />, server);
  const user = userEvent.setup();
  if (tab) await user.click(screen.getByRole('tab', { name: tab }));
  return user;
}

describe('the overview', () => {
  it('shows the figures, the throughput in words, and the relays with their leases', async () => {
    await open(serverWith());
    const figure = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent;
    expect(await figure('Pending')).toBe('3');
    expect(await figure('Oldest pending')).toBe('2.1 min');
    expect(await figure('Relayed')).toBe('12,345');
    expect(await figure('Given up')).toBe('2');
    expect(await figure('Transport')).toBe('database');
    screen.getByRole('img', { name: '40 events in the last hour, at most 40 in a minute' });
    const [, working, gone] = screen.getAllByRole('row');
    within(working).getByText('Partition 5: since 2 sec, expires in 13 sec');
    within(gone).getByText('Gone');
    expect(screen.queryByText('No process relays events')).toBeNull();
  });

  it('warns when nobody relays', async () => {
    const data = { ...STATS.data, relays: [STATS.data.relays[1]] };
    await open(serverWith({ 'outboxEvents:stats': { data } }));
    await screen.findByText('No process relays events');
  });

  it('says in the server’s words why it cannot be read, and reads again', async () => {
    let broken = true;
    const server = serverWith({
      'outboxEvents:stats': () => {
        if (broken) throw refusal(500, 'The database is down');
        return STATS;
      },
    });
    const user = await open(server);
    await screen.findByText('The database is down');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('host-a');
  });
});

describe('failed deliveries', () => {
  const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;

  it('asks for those that need somebody, and finds by number when told to', async () => {
    const server = serverWith();
    const user = await open(server, 'Failed deliveries');
    await rowOf('DH-1');
    expect(server.of('failedDeliveries:list')[0].params).toMatchObject({ status: 'dead,retrying', page: 1 });
    await user.type(screen.getByRole('textbox', { name: 'Record number, record id or event id' }), ' DH-7 {Enter}');
    await waitFor(() =>
      expect(server.of('failedDeliveries:list').at(-1)?.params).toMatchObject({ search: 'DH-7', page: 1 }),
    );
  });

  it('offers what each can have done', async () => {
    await open(serverWith(), 'Failed deliveries');
    const dead = within(await rowOf('DH-1'));
    dead.getByRole('button', { name: 'Replay' });
    dead.getByRole('button', { name: 'Skip' });
    const retrying = within(await rowOf('r-2'));
    retrying.getByRole('button', { name: 'Skip' });
    expect(retrying.queryByRole('button', { name: 'Replay' })).toBeNull();
  });

  it('shows the attempts and the payload of one', async () => {
    const user = await open(serverWith(), 'Failed deliveries');
    await rowOf('DH-1');
    await user.click(screen.getByRole('button', { name: 'Details of DH-1, webhook' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Delivery of DH-1' }));
    drawer.getByText(/^Attempt 9 · .* · 1\.5 sec$/);
    drawer.getByText('Under way, or cut off with its process');
    expect(drawer.getByRole('region', { name: 'Payload' }).textContent).toContain('"pin": "••••••"');
    drawer.getByText('given up after 10 attempts');
  });

  it('replays those that are chosen, after a question', async () => {
    const server = serverWith({ 'failedDeliveries:replay': { data: { count: 1 } } });
    const user = await open(server, 'Failed deliveries');
    await rowOf('DH-1');
    await user.click(screen.getByRole('checkbox', { name: 'Choose delivery 1' }));
    await user.click(screen.getByRole('button', { name: 'Replay chosen' }));
    expect(server.of('failedDeliveries:replay')).toEqual([]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Replay' }));
    await user.click(await dialog.findByRole('button', { name: 'Replay 1' }));
    await dialog.findByText('Deliveries that are tried again: 1');
    expect(server.of('failedDeliveries:replay')[0].data).toEqual({ filter: { id: { $in: ['1'] } } });
    const asked = server.of('failedDeliveries:list').length;
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(server.of('failedDeliveries:list').length).toBe(asked + 1));
  });

  it('does it to all that match only after their number was shown, and to no later ones', async () => {
    const server = serverWith({
      'failedDeliveries:count': { data: { matching: 230, count: 228, upTo: '999' } },
      'failedDeliveries:skip': { data: { count: 228 } },
    });
    const user = await open(server, 'Failed deliveries');
    await rowOf('DH-1');
    await user.click(screen.getByRole('button', { name: /All that match/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Skip all that match' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Skip' }));
    await dialog.findByText('Those that it is for: 228');
    await user.click(dialog.getByRole('button', { name: 'Skip 228' }));
    await dialog.findByText('Deliveries that were skipped: 228');
    const query = { filter: {}, status: ['dead', 'retrying'] };
    expect(server.of('failedDeliveries:count')[0].data).toEqual({ operation: 'skip', ...query });
    expect(server.of('failedDeliveries:skip')[0].data).toEqual({ ...query, upTo: '999' });
  });

  it('says why it could not be done, and can be done again', async () => {
    const server = serverWith({
      'failedDeliveries:count': { data: { matching: 1, count: 1, upTo: '1' } },
      'failedDeliveries:replay': () => {
        throw refusal(503, 'Please try again in a moment.');
      },
    });
    const user = await open(server, 'Failed deliveries');
    await rowOf('DH-1');
    await user.click(within(await rowOf('DH-1')).getByRole('button', { name: 'Replay' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replay' }));
    await user.click(await dialog.findByRole('button', { name: 'Replay 1' }));
    await dialog.findByText('Please try again in a moment.');
    dialog.getByRole('button', { name: 'Replay 1' });
  });

  it('says that nothing matches, and why nothing can be read', async () => {
    await open(serverWith({ 'failedDeliveries:list': { data: [], meta: { count: 0 } } }), 'Failed deliveries');
    await screen.findByText('No delivery matches.');
    expect(screen.getByRole('button', { name: /All that match/ })).toHaveProperty('disabled', true);
  });

  it('has one column on a narrow screen', async () => {
    narrowScreen();
    await open(serverWith(), 'Failed deliveries');
    await rowOf('DH-1');
    expect(screen.getAllByRole('columnheader').filter(({ textContent }) => textContent)).toHaveLength(1);
  });
});

describe('what operators did', () => {
  it('is listed with who, how many and which', async () => {
    const entry = (id: number, more: object) => ({
      id,
      count: 3,
      by: 'Lan',
      createdAt: '2026-12-01T03:00:00Z',
      ...more,
    });
    const data = [
      entry(1, { action: 'skip', detail: { status: ['dead'], collection: 'orders' } }),
      entry(2, {
        action: 'retention',
        by: null,
        detail: { before: { published: 7 }, after: { published: 9 } },
      }),
    ];
    await open(serverWith({ 'outboxOperations:list': { data, meta: { count: 2 } } }), 'What operators did');
    const [, skipped, changed] = await screen.findAllByRole('row');
    within(skipped).getByText('Lan');
    within(skipped).getByText('Given up · orders');
    within(changed).getByText('A program');
    within(changed).getByText('Relayed events: 7 → 9');
  });
});

describe('settings', () => {
  it('shows the server’s refusal at the input that is wrong', async () => {
    const server = serverWith({
      'outboxSettings:saveRetention': () => {
        const error = refusal(400, 'Marks must be kept for at least 40 days.') as Error & {
          response: { data: { errors: object[] } };
        };
        error.response.data.errors = [{ message: 'Marks must be kept for at least 40 days.', path: 'processed' }];
        throw error;
      },
    });
    const user = await open(server, 'Settings');
    const input = await screen.findByRole('spinbutton', { name: 'Relayed events' });
    await user.clear(input);
    await user.type(input, '40');
    await user.click(screen.getByRole('button', { name: 'Save retention' }));
    await screen.findByText('Marks must be kept for at least 40 days.');
    const marks = screen.getByRole('spinbutton', { name: 'Marks of processed events' });
    expect(document.getElementById(marks.getAttribute('aria-describedby') ?? '')?.textContent).toContain('40 days');
    expect(server.of('outboxSettings:saveRetention')[0].data).toMatchObject({ published: 40, processed: 30 });
  });

  it('saves alerts with the channel and the people chosen', async () => {
    const server = serverWith({ 'outboxSettings:saveAlerts': { data: {} } });
    const user = await open(server, 'Settings');
    await user.click(await screen.findByRole('checkbox', { name: 'Deliveries were given up' }));
    await user.click(screen.getByRole('combobox', { name: 'Channel' }));
    await user.click((await screen.findAllByText('Inbox')).at(-1) as HTMLElement);
    await user.click(screen.getByRole('combobox', { name: 'People' }));
    await user.click((await screen.findAllByText('Super Admin')).at(-1) as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Save alerts' }));
    await screen.findByText('Saved');
    expect(server.of('outboxSettings:saveAlerts')[0].data).toEqual({
      deadLetters: true,
      relayGone: false,
      lagSeconds: null,
      channel: 'inbox',
      userIds: ['1'],
    });
  });

  it('tells of alerts that could not be sent, and that a notification manager is missing', async () => {
    const data = {
      ...SETTINGS.data,
      canNotify: false,
      openAlerts: [{ condition: 'relay:a:1', since: '2026-12-01T03:00:00Z', error: 'channel not found' }],
    };
    await open(serverWith({ 'outboxSettings:get': { data } }), 'Settings');
    await screen.findByText('A relay is gone: a:1');
    screen.getByText(/It could not be told yet: channel not found/);
    screen.getByText('Alerts need the plugin "Notification manager", which is not enabled.');
  });
});
