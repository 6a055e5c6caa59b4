import type { TestApp } from '../harness';
import { collection, createApp, integer, sequence, text } from '../harness';

// Copies of records: what the platform copies from, and what a copy that carries an old number gets.

let app: TestApp;
let boxId: number;
beforeAll(async () => {
  app = await createApp();
  await collection(app, 'c_tickets', [
    { name: 'name', type: 'string', interface: 'input' },
    sequence('code', [text('T-'), integer()]),
    sequence('ref', [text('R-'), integer()], { inputable: true }),
    sequence('only', [text('U-'), integer()], { inputable: true, unique: true }),
  ]);
  await collection(app, 'c_boxes', [
    sequence('box', [text('B-'), integer()]),
    { name: 'tickets', type: 'hasMany', interface: 'o2m', target: 'c_tickets', foreignKey: 'boxId' },
  ]);
  const box = await app.post('c_boxes:create', { tickets: [{ name: 'a' }, { name: 'b' }] });
  boxId = box.body.data.id;
});
afterAll(() => app?.close());

const FIELDS = ['box', 'tickets.name', 'tickets.code', 'tickets.ref', 'tickets.only'];

test('what the platform copies from holds no number, also of associated records, typed or not', async () => {
  const template = await app.get('c_boxes:get', { filterByTk: boxId, isTemplate: true, 'fields[]': FIELDS });
  expect(template.body.data).toEqual({ tickets: [{ name: 'a' }, { name: 'b' }] });

  const copy = await app.post('c_boxes:create', template.body.data);
  expect(copy.body.data.box).toBe('B-0002');
  const tickets = (await app.get('c_tickets:list', { sort: 'id', 'filter[boxId]': copy.body.data.id })).body.data;
  expect(tickets.map(({ name, code, ref, only }: any) => [name, code, ref, only])).toEqual([
    ['a', 'T-0003', 'R-0003', 'U-0003'],
    ['b', 'T-0004', 'R-0004', 'U-0004'],
  ]);
});

test('a copy sent with the old numbers gets a new one, but for what people may type', async () => {
  const copy = await app.post('c_tickets:create', { name: 'a', code: 'T-0001', ref: 'R-0001', only: '' });
  expect(copy.body.data).toMatchObject({ code: 'T-0005', ref: 'R-0001', only: 'U-0005' });
});

test('a typed number that is taken is refused where it must be unique, and nothing is stored or used up', async () => {
  const refused = await app.post('c_tickets:create', { name: 'again', only: 'U-0001' });
  expect([400, 409]).toContain(refused.status);
  const next = await app.post('c_tickets:create', { name: 'next' });
  expect(next.body.data).toMatchObject({ code: 'T-0006', only: 'U-0006' });
});
