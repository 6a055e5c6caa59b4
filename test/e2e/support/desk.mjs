/** A page of both clients with a table of one collection and a form that adds records to it, made over the API. */
export class Desk {
  /**
   * @param {import('./api.mjs').Api} api
   * @param {{uid: string, title: string, collection: string}} page `uid` is the last part of its address
   */
  constructor(api, { uid, title, collection }) {
    this.api = api;
    this.uid = uid;
    this.title = title;
    this.collection = collection;
  }

  /** @param {{name: string, title: string}[]} fields columns of the table and inputs of the form */
  async make(fields) {
    await this.drop();
    await this.api.call('desktopRoutes:create', {
      type: 'flowPage',
      title: this.title,
      schemaUid: this.uid,
      menuSchemaUid: `${this.uid}_menu`,
      enableTabs: false,
      children: [{ type: 'tabs', schemaUid: `${this.uid}_tab`, tabSchemaName: `${this.uid}_tab_name`, hidden: true }],
    });
    await this.api.call('flowModels:save', {
      ...this.#node('grid', 'BlockGridModel', { parentId: `${this.uid}_tab`, subKey: 'grid', subType: 'object' }),
      subModels: { items: [this.#table(fields), this.#form(fields)] },
    });
  }

  async drop() {
    const routes = await this.api.call('desktopRoutes:list?paginate=false&tree=true');
    for (const route of routes.filter(({ schemaUid }) => schemaUid === this.uid)) {
      await this.api.call(`desktopRoutes:destroy?filterByTk=${route.id}`, {});
    }
    await this.api.call(`flowModels:destroy?filterByTk=${this.uid}_grid`, {});
  }

  #table(fields) {
    const columns = fields.map(({ name, title }) => ({
      ...this.#node(`column_${name}`, 'TableColumnModel', { props: { title, dataIndex: name, width: 150 } }),
      stepParams: {
        fieldSettings: this.#source({ fieldPath: name }),
        tableColumnSettings: { model: { use: 'DisplayTextFieldModel' } },
      },
      subModels: { field: this.#node(`cell_${name}`, 'DisplayTextFieldModel') },
    }));
    return {
      ...this.#node('table', 'TableBlockModel'),
      stepParams: { resourceSettings: this.#source() },
      subModels: { columns },
    };
  }

  #form(fields) {
    const items = fields.map(({ name }) => ({
      ...this.#node(`item_${name}`, 'FormItemModel'),
      stepParams: { fieldSettings: this.#source({ fieldPath: name }) },
      subModels: { field: this.#node(`input_${name}`, 'InputFieldModel') },
    }));
    return {
      ...this.#node('form', 'CreateFormModel'),
      stepParams: { resourceSettings: this.#source() },
      subModels: {
        grid: { ...this.#node('form_grid', 'FormGridModel'), subModels: { items } },
        actions: [this.#node('submit', 'FormSubmitActionModel')],
      },
    };
  }

  #source(more) {
    return { init: { dataSourceKey: 'main', collectionName: this.collection, ...more } };
  }

  #node(part, use, more) {
    return { uid: `${this.uid}_${part}`, use, ...more };
  }
}
