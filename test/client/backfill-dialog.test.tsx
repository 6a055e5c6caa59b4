/** @jest-environment jsdom */
import './support/dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { parseCounter } from '../../src/client-v2/api/parse-sequences';
import { BackfillDialog } from '../../src/client-v2/sequences/BackfillDialog';
import { buildCounterTree } from '../../src/client-v2/sequences/counter-tree';
import { FakeServer, refusal, renderPage } from './support/page';
import type { Answer } from './support/page';

const COUNTER = { collection: 'orders', field: 'code', key: 7, current: '44', next: '45' };
const TARGET = { collection: 'orders', field: 'code' };
const PREVIEW = { total: 2500, sample: [{ id: 1, value: 'DH-00045' }] };

/** Answers the preview, and starts the work under number 31. */
const backfill: Answer = ({ data }) =>
  (data as { dryRun?: boolean }).dryRun ? { data: PREVIEW } : { data: { id: 31, taskId: 'x' } };

function open(answers: Record<string, Answer>, behind = false) {
  const [node] = buildCounterTree([parseCounter(COUNTER)]);
  const server = new FakeServer({ 'sequences:backfill': backfill, ...answers });
  const onDone = jest.fn();
  const onRepair = jest.fn();
  renderPage(
    <BackfillDialog node={node} behind={behind} onRepair={onRepair} onClose={jest.fn()} onDone={onDone} />,
    server,
  );
  return { server, onDone, onRepair, user: userEvent.setup() };
}

describe('BackfillDialog', () => {
  it('shows what would happen before anything happens', async () => {
    const { server } = open({});
    await screen.findByText('DH-00045');
    screen.getByText('Records without a number: 2,500');
    screen.getByText('and 2,499 more');
    screen.getByRole('button', { name: 'Open record 1' });
    expect(server.of('sequences:backfill').map(({ data }) => data)).toEqual([{ ...TARGET, dryRun: true }]);
  });

  it('sends to the repair first when the counter is behind', async () => {
    const { user, onRepair } = open({}, true);
    await screen.findByText('The counter is behind the data');
    await user.click(screen.getByRole('button', { name: 'Check and repair' }));
    expect(onRepair).toHaveBeenCalledTimes(1);
  });

  it('works in the background with a progress bar, and tells how many got a number', async () => {
    const states = [
      { id: 31, status: 'running', progressCurrent: 10, progressTotal: 2500 },
      { id: 31, status: 'succeeded', progressCurrent: 2500, progressTotal: 2500, detail: { numbered: 24 } },
    ];
    const { server, user, onDone } = open({ 'sequenceChanges:get': () => ({ data: states.shift() }) });
    await user.click(await screen.findByRole('button', { name: 'Give numbers' }));
    await screen.findByRole('progressbar');
    await screen.findByText('10 of 2,500');
    await screen.findByText('Records that got a number: 24', undefined, { timeout: 3000 });
    expect(server.of('sequences:backfill')[1].data).toEqual({ ...TARGET, async: true });
    expect(server.of('sequenceChanges:get')[0].params).toEqual({ filterByTk: '31' });
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('numbers a few records within one request', async () => {
    const { server, user } = open({
      'sequences:backfill': ({ data }) =>
        (data as { dryRun?: boolean }).dryRun ? { data: { ...PREVIEW, total: 25 } } : { data: { numbered: 25 } },
    });
    await user.click(await screen.findByRole('button', { name: 'Give numbers' }));
    await screen.findByText('Records that got a number: 25');
    expect(server.of('sequences:backfill')[1].data).toEqual({ ...TARGET, async: false });
  });

  it('tells why the work failed, and can start it again', async () => {
    const { user } = open({
      'sequenceChanges:get': { data: { id: 31, status: 'failed', error: 'The disk is full.' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Give numbers' }));
    await screen.findByText('The disk is full.');
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveProperty('disabled', false);
  });

  it('offers nothing where every record has a number', async () => {
    open({ 'sequences:backfill': { data: { total: 0, sample: [] } } });
    await screen.findByText('Every record has a number.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Give numbers' })).toBeNull());
  });

  it('says when the preview cannot be read', async () => {
    open({
      'sequences:backfill': () => {
        throw refusal(500, 'Out of order');
      },
    });
    await screen.findByText('Out of order');
    expect(screen.getByRole('button', { name: 'Give numbers' })).toHaveProperty('disabled', true);
  });
});
