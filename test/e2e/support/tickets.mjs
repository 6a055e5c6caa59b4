import { Api } from './api.mjs';

/** Test data made over the HTTP API: numbered tickets, boxes that hold some, visits that choose one. */
export class Tickets extends Api {
  /**
   * @param {string} url the app
   * @param {string} id tells these collections from those of another test
   */
  constructor(url, id) {
    super(url);
    this.tickets = `e2e_tickets_${id}`;
    this.boxes = `e2e_boxes_${id}`;
    this.visits = `e2e_visits_${id}`;
  }

  /** T-0001 and T-0002 of today; `ref` may be typed, `serial` counts the tickets of one name. */
  async make() {
    await this.drop();
    await this.#collection(this.tickets, [
      plain('name', 'Name'),
      sequence('code', 'Code', [text('T-'), integer(1)]),
      sequence('ref', 'Ref', [text('R-'), integer(2)], { inputable: true }),
      sequence('serial', 'Serial', [
        { type: 'field', options: { path: 'name' } },
        text('-'),
        integer(3, { scope: ['name'] }),
      ]),
      { name: 'day', type: 'date', interface: 'datetime', uiSchema: { title: 'Day', 'x-component': 'DatePicker' } },
    ]);
    await this.#collection(this.boxes, [
      sequence('box', 'Box', [text('B-'), integer(4)]),
      this.#association('tickets', 'Tickets', { type: 'hasMany', interface: 'o2m', foreignKey: 'boxId' }, true),
    ]);
    await this.#collection(this.visits, [
      plain('note', 'Note'),
      this.#association('ticket', 'Ticket', { type: 'belongsTo', interface: 'm2o', foreignKey: 'ticketId' }, false),
    ]);
    for (const name of ['first', 'second']) {
      await this.call(`${this.tickets}:create`, { name, day: new Date().toISOString() });
    }
  }

  async drop() {
    for (const name of [this.visits, this.boxes, this.tickets]) await this.dropCollection(name);
  }

  /** All tickets, the oldest first. */
  list() {
    return this.call(`${this.tickets}:list?paginate=false&sort=id`);
  }

  async #collection(name, fields) {
    await this.call('collections:create', { name, title: name, fields, titleField: fields[1].name, autoGenId: true });
  }

  #association(name, title, options, multiple) {
    const props = { multiple, fieldNames: { label: 'code', value: 'id' } };
    const uiSchema = { title, 'x-component': 'AssociationField', 'x-component-props': props };
    return { name, target: this.tickets, sourceKey: 'id', targetKey: 'id', uiSchema, ...options };
  }
}

const plain = (name, title) => ({
  name,
  type: 'string',
  interface: 'input',
  uiSchema: { title, type: 'string', 'x-component': 'Input' },
});
const sequence = (name, title, patterns, options) => ({
  ...plain(name, title),
  type: 'sequence',
  interface: 'sequence',
  patterns,
  ...options,
});
const text = (value) => ({ type: 'string', options: { value } });
const integer = (key, options) => ({ type: 'integer', options: { digits: 4, start: 1, key, ...options } });
