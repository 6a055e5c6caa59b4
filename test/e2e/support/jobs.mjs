import { Api } from './api.mjs';

/** Test data made over the HTTP API: a collection with a live number and three records, related to clients. */
export class Jobs extends Api {
  /**
   * @param {string} url the app
   * @param {string} id makes the names of its collections unique
   */
  constructor(url, id) {
    super(url);
    this.name = `e2e_jobs_${id}`;
    this.clients = `e2e_clients_${id}`;
  }

  async make(title) {
    await this.drop();
    const text = (name, label) => ({ name, type: 'string', interface: 'input', uiSchema: { title: label } });
    await this.call(
      'collections:create',
      this.#collection(this.clients, `Clients (${this.clients})`, [text('code', 'Short code')]),
    );
    const client = {
      name: 'client',
      type: 'belongsTo',
      interface: 'm2o',
      target: this.clients,
      foreignKey: 'clientId',
      targetKey: 'id',
      uiSchema: { title: 'Client' },
    };
    await this.call('collections:create', this.#collection(this.name, title, [text('name', 'Name'), client]));
    await this.call(`collections/${this.name}/fields:create`, {
      name: 'code',
      type: 'sequence',
      interface: 'sequence',
      uiSchema: { title: 'Code', type: 'string', 'x-component': 'Input' },
      patterns: [
        { type: 'string', options: { value: 'JOB-' } },
        { type: 'integer', options: { digits: 4, start: 1 } },
      ],
    });
    this.clientId = (await this.call(`${this.clients}:create`, { code: 'ACME' })).id;
    for (const name of ['one', 'two', 'three']) await this.create({ name });
  }

  #collection(name, title, fields) {
    return { name, title, fields, autoGenId: true, createdAt: true };
  }

  /** Creates a record and answers it with its numbers. */
  create(values) {
    return this.call(`${this.name}:create`, values);
  }

  /** Gives a second record the first number, as an import from elsewhere might; refused once the field is unique. */
  async repeatNumber() {
    const [, second] = await this.call(`${this.name}:list?sort=id`);
    this.second ??= second;
    await this.#inputable(() => this.call(`${this.name}:update?filterByTk=${second.id}`, { code: 'JOB-0001' }));
  }

  /** Creates a record with a number that somebody typed. */
  async typeNumber(code) {
    await this.#inputable(() => this.create({ code }));
  }

  async correctNumber() {
    const { id, code } = this.second;
    await this.#inputable(() => this.call(`${this.name}:update?filterByTk=${id}`, { code }));
  }

  /** Numbers can be changed only while the field lets people type them. */
  async #inputable(act) {
    const set = (inputable) => this.call(`collections/${this.name}/fields:update?filterByTk=code`, { inputable });
    await set(true);
    try {
      await act();
    } finally {
      await set(false);
    }
  }

  #field() {
    return this.call(`collections/${this.name}/fields:get?filterByTk=code`);
  }

  async patterns() {
    return (await this.#field()).patterns;
  }

  async counterKeys() {
    return (await this.patterns()).flatMap(({ options }) => options.key ?? []);
  }

  async options() {
    const { timezone, inputable, match, unique } = await this.#field();
    return { timezone, inputable, match, unique };
  }

  async drop() {
    await this.dropCollection(this.name);
    await this.dropCollection(this.clients);
  }
}
