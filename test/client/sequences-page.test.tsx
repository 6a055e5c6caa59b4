/** @jest-environment jsdom */
import './support/dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SequencesPage } from '../../src/client-v2/sequences/SequencesPage';
import { narrowScreen } from './support/dom';
import { FakeServer, refusal, renderPage } from './support/page';
import type { Answer } from './support/page';

const counter = (collection: string, field: string, more: object = {}) => ({
  collection,
  field,
  key: 1,
  scope: '',
  period: '',
  current: '44',
  next: '45',
  collectionTitle: collection.toUpperCase(),
  fieldTitle: `The ${field}`,
  ...more,
});
const COUNTERS = [counter('invoices', 'number'), counter('orders', 'code'), counter('orders', 'label')];
const FINE = { total: 9, nulls: 0, duplicates: 0, gaps: 0, behind: false, unreadable: 0 };

/** The health of each field; a field that is not named is in order. */
function health(fields: Record<string, object | Error>): Answer {
  return ({ params }) => {
    const found = fields[String(params?.field)];
    if (found instanceof Error) throw found;
    return { data: [{ collection: params?.collection, field: params?.field, ...FINE, ...found }] };
  };
}

function openPage(answers: Record<string, Answer>) {
  const server = new FakeServer({ 'sequences:list': { data: COUNTERS }, 'sequences:health': health({}), ...answers });
  renderPage(<SequencesPage />, server);
  return { server, user: userEvent.setup() };
}

const rowOf = (text: string) => screen.getByText(text).closest('tr') as HTMLElement;

describe('the counters', () => {
  it('stand under their collections, with their health', async () => {
    openPage({
      'sequences:health': health({
        code: { behind: true, nulls: 2, gaps: 1 },
        label: { duplicates: 3, unreadable: 4 },
      }),
    });
    await screen.findByText('Counter behind');
    const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(rows.map((text) => /INVOICES|ORDERS|The \w+/.exec(text)?.[0]).filter(Boolean)).toEqual([
      'INVOICES',
      'The number',
      'ORDERS',
      'The code',
      'The label',
    ]);
    within(rowOf('The number')).getByText('In order');
    within(rowOf('The code')).getByText('Without number: 2');
    within(rowOf('The code')).getByText('Gaps: 1');
    within(rowOf('The label')).getByText('Repeated: 3');
    within(rowOf('The label')).getByText('Do not fit: 4');
  });

  it('fold with their collection', async () => {
    const { user } = openPage({});
    await screen.findByText('The code');
    await user.click(within(rowOf('ORDERS')).getByRole('button', { name: 'Collapse row' }));
    await waitFor(() => expect(screen.queryByText('The code')?.closest('tr')?.style.display ?? 'none').toBe('none'));
    screen.getByText('The number');
  });

  it('show which health is still being read, and what failed, with the way to try again', async () => {
    const broken: Record<string, object | Error> = { label: refusal(500, 'The database did not answer.') };
    const { user } = openPage({ 'sequences:health': health(broken) });
    screen.getByRole('tab', { name: 'Counters' });
    const retry = await screen.findByRole('button', { name: 'The check of ORDERS / The label failed. Try again' });
    await user.hover(retry);
    await screen.findByText('The database did not answer.');
    delete broken.label;
    await user.click(retry);
    await waitFor(() => within(rowOf('The label')).getByText('In order'));
  });

  it('show a pattern that cannot work with its reason, and count it as one to look at', async () => {
    const faults = [{ message: 'The cycle is no cron expression.', path: 'patterns[0].options.cycle' }];
    openPage({ 'sequences:health': health({ code: { works: false, total: 0, faults } }) });
    await screen.findByText('Pattern does not work');
    within(rowOf('The code')).getByText('The cycle is no cron expression.');
    expect(within(rowOf('The code')).queryByText('In order')).toBeNull();
    screen.getByText('Needs attention (1)');
  });

  it('draw the reading of a health', async () => {
    openPage({ 'sequences:health': () => new Promise(() => undefined) });
    await screen.findByRole('status', { name: 'Checking ORDERS / The code' });
    expect(screen.getAllByRole('status')).toHaveLength(3);
  });

  it('are found by any word, and by what needs attention', async () => {
    const { user } = openPage({ 'sequences:health': health({ code: { nulls: 2 } }) });
    await screen.findByText('Without number: 2');
    await user.click(screen.getByText('Needs attention (1)'));
    await waitFor(() => expect(screen.queryByText('The number')).toBeNull());
    screen.getByText('The code');
    await user.type(screen.getByRole('textbox', { name: 'Search counters' }), 'invoices');
    await screen.findByText('No counter matches the search.');
    await user.click(screen.getByText('All'));
    await screen.findByText('The number');
    expect(screen.queryByText('The code')).toBeNull();
  });

  it('say when there are none', async () => {
    openPage({ 'sequences:list': { data: [] } });
    await screen.findByText(/^No counters yet/);
  });

  it('say in the server’s words why they cannot be read', async () => {
    openPage({
      'sequences:list': () => {
        throw refusal(403, 'No permissions');
      },
    });
    await screen.findByText('No permissions');
    screen.getByRole('button', { name: 'Try again' });
  });

  it('need no sideways scrolling on a narrow screen: number and health stand together', async () => {
    narrowScreen();
    openPage({ 'sequences:health': health({ code: { nulls: 2 } }) });
    await screen.findByText('Without number: 2');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Field', '']);
    within(rowOf('The code')).getByText('Next number');
    within(rowOf('The code')).getByText('45');
    within(rowOf('The code')).getByText('Without number: 2');
  });

  it('are looked at again after a change of one of them, the others are not', async () => {
    const { server, user } = openPage({ 'sequences:setNext': { data: {} } });
    await waitFor(() => expect(screen.getAllByText('In order')).toHaveLength(3));
    await user.click(screen.getByRole('button', { name: 'More actions for ORDERS / The code' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Set next number' }));
    const input = await screen.findByRole('spinbutton', { name: 'Next number' });
    await user.clear(input);
    await user.type(input, '50');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.of('sequences:health')).toHaveLength(4));
    expect(server.of('sequences:health')[3].params).toEqual({ collection: 'orders', field: 'code' });
    expect(server.of('sequences:list')).toHaveLength(2);
  });
});

const REPORT = {
  total: 9,
  nulls: 30,
  nullIds: ['3', '4'],
  duplicates: [{ value: 'A-1', count: 2, ids: ['5', '6'] }],
  gaps: [{ scope: '', period: '', from: '2', to: '3', before: '1', after: null }],
  behind: true,
  unreadable: 1,
  unreadableIds: ['8'],
};
const META = [
  {
    name: 'orders',
    title: 'Orders',
    titleField: 'label',
    fields: [
      { name: 'id', type: 'bigInt', uiSchema: { title: 'ID' } },
      { name: 'label', type: 'string', uiSchema: { title: 'Label' } },
      { name: 'paid', type: 'boolean', uiSchema: { title: 'Paid' } },
      { name: 'state', type: 'string', uiSchema: { title: 'State', enum: [{ value: 'n', label: 'New' }] } },
      { name: 'customer', type: 'belongsTo', target: 'customers', uiSchema: { title: 'Customer' } },
      { name: 'lines', type: 'hasMany', target: 'lines', uiSchema: { title: 'Lines' } },
      { name: 'secret', type: 'string', uiSchema: { title: 'Secret' } },
      { name: 'customerId', type: 'bigInt' },
    ],
  },
  { name: 'customers', title: 'Customers', titleField: 'name', fields: [] },
];
const RECORD = {
  id: 3,
  label: 'Order three',
  paid: true,
  state: 'n',
  customer: { id: 7, name: 'An Phat' },
  customerId: 7,
};

async function openDetails(answers: Record<string, Answer>) {
  const page = openPage({ 'sequences:integrity': { data: REPORT }, ...answers });
  await page.user.click(await screen.findByRole('button', { name: 'Details of ORDERS / The code' }));
  return page;
}

describe('the details of a field', () => {
  it('link every finding to its records', async () => {
    await openDetails({});
    await screen.findByText('The counter is behind the data');
    expect(screen.getAllByRole('button', { name: /^Open record/ }).map(({ textContent }) => textContent)).toEqual([
      '3',
      '4',
      '8',
      '5',
      '6',
      '1',
    ]);
    screen.getByText('and 28 more');
    screen.getByText('2 – 3');
  });

  it('open a record as the person may read it', async () => {
    const { server, user } = await openDetails({
      'collections:listMeta': { data: META },
      'orders:get': { data: RECORD },
    });
    await user.click(await screen.findByRole('button', { name: 'Open record 3' }));
    await screen.findByText('Record Order three');
    const shown = ['Order three', 'Yes', 'New', 'An Phat'];
    for (const text of shown) screen.getAllByText(text);
    for (const hidden of ['Lines', 'Secret', 'customerId']) expect(screen.queryByText(hidden)).toBeNull();
    screen.getByRole('button', { name: 'Copy the id' });
    expect(server.of('orders:get')[0].params).toEqual({ filterByTk: '3', appends: ['customer'] });
  });

  it('tell when the person may not read the record, or it is gone', async () => {
    const { user } = await openDetails({
      'collections:listMeta': { data: META },
      'orders:get': ({ params }) => {
        if (params?.filterByTk === '3') throw refusal(403, 'No permissions');
        return { data: null };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Open record 3' }));
    await screen.findByText('No permissions');
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Open record 4' }));
    await screen.findByText('This record does not exist any more.');
  });

  it('draw the reading, a failure and a faultless field', async () => {
    let answer: (() => unknown) | undefined = () => {
      throw refusal(500, 'Out of order');
    };
    const { user } = await openDetails({ 'sequences:integrity': () => answer?.() ?? { data: { total: 12 } } });
    await screen.findByText('Out of order');
    answer = undefined;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Everything is in order');
  });
});
