/** A modern page of both clients, made over the API from blocks. */
export class FlowPage {
  /**
   * @param {import('./api.mjs').Api} api
   * @param {{uid: string, title: string}} page `uid` is the last part of its address
   */
  constructor(api, { uid, title }) {
    this.api = api;
    this.uid = uid;
    this.title = title;
    this.count = 0;
  }

  /** @param {object[]} blocks what the methods below make */
  async make(blocks) {
    await this.drop();
    await this.api.call('desktopRoutes:create', {
      type: 'flowPage',
      title: this.title,
      schemaUid: this.uid,
      menuSchemaUid: `${this.uid}_menu`,
      enableTabs: false,
      children: [{ type: 'tabs', schemaUid: `${this.uid}_tab`, tabSchemaName: `${this.uid}_tab_name`, hidden: true }],
    });
    const place = { parentId: `${this.uid}_tab`, subKey: 'grid', subType: 'object' };
    const grid = { ...this.model('BlockGridModel', place), subModels: { items: blocks } };
    await this.api.call('flowModels:save', { ...grid, uid: `${this.uid}_grid` });
  }

  async drop() {
    const routes = await this.api.call('desktopRoutes:list?paginate=false&tree=true');
    for (const route of routes.filter(({ schemaUid }) => schemaUid === this.uid)) {
      await this.api.call(`desktopRoutes:destroy?filterByTk=${route.id}`, {});
    }
    await this.api.call(`flowModels:destroy?filterByTk=${this.uid}_grid`, {});
  }

  /** A form that adds records; fields named in `models` get that one in place of the plain input. */
  createForm(collection, fields, models = {}) {
    return this.#form('CreateFormModel', collection, fields, models);
  }

  /** A table inside a form, for the records of an association. */
  subTable(collection, association, fields) {
    const columns = fields.map((name) => ({
      ...this.model('SubTableColumnModel', { props: { title: name } }),
      stepParams: { fieldSettings: source(collection, { fieldPath: `${association}.${name}` }) },
      subModels: { field: this.model('InputFieldModel') },
    }));
    return { ...this.model('SubTableFieldModel'), subModels: { columns } };
  }

  /** A table with these columns and buttons; `inRow` stands in each row. */
  table(collection, fields, { buttons = [], inRow = [] } = {}) {
    const columns = fields.map((name) => ({
      ...this.model('TableColumnModel', { props: { title: name, dataIndex: name, width: 150 } }),
      stepParams: {
        fieldSettings: source(collection, { fieldPath: name }),
        tableColumnSettings: { model: { use: 'DisplayTextFieldModel' } },
      },
      subModels: { field: this.model('DisplayTextFieldModel') },
    }));
    const actions = { ...this.model('TableActionsColumnModel'), subModels: { actions: inRow } };
    return {
      ...this.model('TableBlockModel'),
      stepParams: { resourceSettings: source(collection) },
      subModels: {
        columns: inRow.length ? [...columns, actions] : columns,
        actions: [this.model('FilterActionModel'), ...buttons],
      },
    };
  }

  /** A calendar whose events are named by `title` and lie at `start`. */
  calendar(collection, title, start) {
    const fields = { titleField: title, start };
    return {
      ...this.model('CalendarBlockModel'),
      stepParams: { resourceSettings: source(collection), calendarSettings: { fields } },
    };
  }

  /** Opens a form that adds a record. */
  addAction(collection, fields) {
    return this.#popup('AddNewActionModel', this.createForm(collection, fields));
  }

  /** Opens a form that edits the row's record. */
  editAction(collection, fields) {
    const tk = { filterByTk: '{{ctx.view.inputArgs.filterByTk}}' };
    return this.#popup('EditActionModel', this.#form('EditFormModel', collection, fields, {}, tk));
  }

  /** Copies the row's record into the form that an add action opens. */
  copyAction(collection, copied, addAction) {
    const duplicateMode = { duplicateMode: 'continueduplicate', collection, duplicateFields: copied };
    const openView = { mode: 'drawer', size: 'medium', uid: addAction.uid };
    return {
      ...this.model('DuplicateActionModel'),
      stepParams: { duplicateModeSettings: { duplicateMode }, popupSettings: { openView } },
    };
  }

  #popup(use, block) {
    const grid = { ...this.model('BlockGridModel', { subType: 'object' }), subModels: { items: [block] } };
    const tabs = [{ ...this.model('ChildPageTabModel'), subModels: { grid } }];
    return { ...this.model(use), subModels: { page: { ...this.model('ChildPageModel'), subModels: { tabs } } } };
  }

  #form(use, collection, fields, models, more) {
    const items = fields.map((name) => ({
      ...this.model('FormItemModel'),
      stepParams: { fieldSettings: source(collection, { fieldPath: name }) },
      subModels: { field: models[name] ?? this.model('InputFieldModel') },
    }));
    return {
      ...this.model(use),
      stepParams: { resourceSettings: source(collection, more) },
      subModels: {
        grid: { ...this.model('FormGridModel'), subModels: { items } },
        actions: [this.model('FormSubmitActionModel')],
      },
    };
  }

  model(use, more) {
    this.count += 1;
    return { uid: `${this.uid}_${this.count}`, use, ...more };
  }
}

function source(collectionName, more) {
  return { init: { dataSourceKey: 'main', collectionName, ...more } };
}
