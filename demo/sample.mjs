/** The sample: customers with orders that have a code, and invoices numbered anew each year; with their events on. */

/** As the field editor makes it; the app would otherwise guess at a component that its pages do not have. */
const sequence = (name, title, patterns, options = {}) => ({
  name,
  interface: 'sequence',
  type: 'sequence',
  uiSchema: { type: 'string', title, 'x-component': 'Input', 'x-component-props': {} },
  patterns,
  ...options,
});

const COLLECTIONS = [
  {
    name: 'customers',
    title: 'Customers',
    titleField: 'name',
    fields: [{ name: 'name', interface: 'input', title: 'Name' }],
  },
  {
    name: 'orders',
    title: 'Orders',
    titleField: 'code',
    fields: [
      sequence('code', 'Code', [
        { type: 'string', options: { value: 'DH-' } },
        { type: 'integer', options: { digits: 5, start: 1 } },
      ]),
      { name: 'title', interface: 'input', title: 'Title' },
      {
        name: 'customer',
        interface: 'm2o',
        title: 'Customer',
        target: 'customers',
        foreignKey: 'customerId',
        targetTitleField: 'name',
      },
    ],
  },
  {
    name: 'invoices',
    title: 'Invoices',
    titleField: 'number',
    fields: [
      sequence(
        'number',
        'Number',
        [
          { type: 'string', options: { value: 'INV-' } },
          { type: 'date', options: { format: 'YYYY' } },
          { type: 'string', options: { value: '-' } },
          { type: 'integer', options: { digits: 4, start: 1, cycle: '0 0 1 1 *' } },
        ],
        { unique: true },
      ),
      { name: 'amount', interface: 'number', title: 'Amount' },
    ],
  },
];

/**
 * Makes what is missing of the sample; a collection that exists is left as it is, and so are its records.
 * @param {import('./api.mjs').Api} api signed in
 */
export async function createSample(api) {
  const existing = new Set((await api.get('collections:list?paginate=false')).map(({ name }) => name));
  const missing = COLLECTIONS.filter(({ name }) => !existing.has(name));
  for (const collection of missing) await api.post('collections:apply', collection);
  if (missing.length > 0) await api.post('entityTypes:enable', { collections: missing.map(({ name }) => name) });
  const isNew = (name) => missing.some((collection) => collection.name === name);
  if (isNew('customers')) {
    for (const name of ['An Phat', 'Bien Xanh', 'Cay Da']) await api.post('customers:create', { name });
  }
  if (isNew('orders')) await createOrders(api);
  if (isNew('invoices')) {
    for (const amount of [120, 250, 75]) await api.post('invoices:create', { amount });
  }
}

async function createOrders(api) {
  const customers = await api.get('customers:list?paginate=false&sort=id');
  for (const [index, title] of ['Rice, 20 bags', 'Tea, 5 boxes', 'Coffee, 10 kg'].entries()) {
    const customer = customers[index % customers.length];
    await api.post('orders:create', { title, customer: customer && { id: customer.id } });
  }
}
