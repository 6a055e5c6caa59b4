import { Api } from './api.mjs';

/** Test data made over the HTTP API: a collection whose counter is behind and which has records without a number. */
export class Parcels extends Api {
  /**
   * @param {string} url the app
   * @param {string} name of the collection
   */
  constructor(url, name) {
    super(url);
    this.name = name;
    this.target = { collection: name, field: 'code' };
  }

  /** Two records from before the field, then three numbered ones, and a counter set back to the beginning. */
  async make(title) {
    await this.drop();
    const name = { name: 'name', type: 'string', interface: 'input', uiSchema: { title: 'Name' } };
    await this.call('collections:create', {
      name: this.name,
      title,
      titleField: 'name',
      fields: [name],
      autoGenId: true,
      createdAt: true,
    });
    await this.create('old 1');
    await this.create('old 2');
    await this.call(`collections/${this.name}/fields:create`, {
      name: 'code',
      type: 'sequence',
      interface: 'sequence',
      uiSchema: { title: 'Code', type: 'string', 'x-component': 'Input' },
      patterns: [
        { type: 'string', options: { value: 'P-' } },
        { type: 'integer', options: { digits: 3, start: 1, key: 1 } },
      ],
    });
    for (const record of ['new 1', 'new 2', 'new 3']) await this.create(record);
    await this.call('sequences:setNext', { ...this.target, next: '1', force: true });
  }

  /** Creates a record and answers its number. */
  async create(name) {
    const { code } = await this.call(`${this.name}:create`, { name });
    return code;
  }

  /** The numbers of all records, in their order. */
  async numbers() {
    const records = await this.call(`${this.name}:list?paginate=false`);
    return records.map(({ code }) => code).sort();
  }

  async drop() {
    await this.dropCollection(this.name);
  }
}
