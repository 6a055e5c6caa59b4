/** @jest-environment jsdom */
import './support/dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { parseCounter } from '../../src/client-v2/api/parse-sequences';
import { buildCounterTree } from '../../src/client-v2/sequences/counter-tree';
import { SetNextDialog } from '../../src/client-v2/sequences/SetNextDialog';
import { FakeServer, refusal, renderPage } from './support/page';

const COUNTER = { collection: 'orders', field: 'code', key: 7, scope: '', period: '', current: '44', next: '45' };

function open(server: FakeServer) {
  const [node] = buildCounterTree([parseCounter(COUNTER)]);
  const [onDone, onClose] = [jest.fn(), jest.fn()];
  renderPage(<SetNextDialog node={node} onDone={onDone} onClose={onClose} />, server);
  return { onDone, user: userEvent.setup() };
}

describe('SetNextDialog', () => {
  it('sends a used number with force only after a second, explicit yes', async () => {
    const server = new FakeServer({
      'sequences:setNext': ({ data }: { data?: unknown }) => {
        if (!(data as { force?: boolean }).force) throw refusal(409, 'The numbers up to 44 are used already.');
        return { data: {} };
      },
    });
    const { onDone, user } = open(server);
    const input = screen.getByRole('spinbutton', { name: 'Next number' });
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await user.clear(input);
    await user.type(input, '12');
    screen.getByText('Lower than the next number so far: used numbers may be given again.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The numbers up to 44 are used already.');
    expect(server.of('sequences:setNext').map(({ data }) => data)).toEqual([
      { collection: 'orders', field: 'code', key: '7', scope: '', period: '', next: '12' },
    ]);
    expect(onDone).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Set it anyway' }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(server.of('sequences:setNext')[1].data).toMatchObject({ next: '12', force: true });
  });

  it('saves by Enter, but forces nothing by it, and asks anew when the number is changed after the refusal', async () => {
    const server = new FakeServer({
      'sequences:setNext': () => {
        throw refusal(409, 'Used.');
      },
    });
    const { user } = open(server);
    const input = screen.getByRole('spinbutton', { name: 'Next number' });
    await user.clear(input);
    await user.type(input, '12{Enter}');
    await screen.findByRole('button', { name: 'Set it anyway' });
    await user.type(input, '{Enter}');
    expect(server.of('sequences:setNext')).toHaveLength(1);
    await user.clear(input);
    await user.type(input, '13');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.of('sequences:setNext')).toHaveLength(2));
    expect(server.of('sequences:setNext')[1].data).not.toHaveProperty('force');
  });
});
