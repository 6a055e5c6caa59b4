/** A classic page of the classic client, made over the API from blocks. */
export class ClassicPage {
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
    const tab = `${this.uid}_tab`;
    await this.api.call('desktopRoutes:create', {
      type: 'page',
      title: this.title,
      schemaUid: this.uid,
      menuSchemaUid: `${this.uid}_menu`,
      enableTabs: false,
      children: [{ type: 'tabs', schemaUid: tab, tabSchemaName: `${tab}_name`, hidden: true }],
    });
    const grid = { ...this.#grid('page:addBlock', blocks), 'x-uid': tab, 'x-async': true };
    await this.api.call('uiSchemas:insert', {
      type: 'void',
      'x-component': 'Page',
      'x-uid': this.uid,
      properties: { [`${tab}_name`]: grid },
    });
  }

  async drop() {
    const routes = await this.api.call('desktopRoutes:list?paginate=false&tree=true');
    for (const route of routes.filter(({ schemaUid }) => schemaUid === this.uid)) {
      await this.api.call(`desktopRoutes:destroy?filterByTk=${route.id}`, {});
    }
    await this.api.call(`uiSchemas:remove/${this.uid}`, {});
  }

  /** A form that adds records. */
  createForm(collection, fields) {
    return this.#form(collection, fields, 'Create', { 'x-acl-action': `${collection}:create` });
  }

  /** A form of a pop-up, which edits its record. */
  editForm(collection, fields) {
    return this.#form(collection, fields, 'Edit', { 'x-acl-action': `${collection}:update` }, { action: 'get' });
  }

  /** A form whose values filter the blocks named in `targets`. */
  filterForm(collection, fields, targets) {
    const submit = {
      title: 'Filter',
      'x-use-component-props': 'useFilterBlockActionProps',
      'x-component-props': { type: 'primary', htmlType: 'submit' },
    };
    return {
      ...this.#void('CardItem'),
      'x-decorator': 'FilterFormBlockProvider',
      'x-use-decorator-props': 'useFilterFormBlockDecoratorProps',
      'x-decorator-props': { dataSource: 'main', collection },
      'x-filter-targets': targets.map((uid) => ({ uid })),
      properties: {
        form: {
          ...this.#void('FormV2'),
          'x-use-component-props': 'useFilterFormBlockProps',
          properties: {
            grid: this.#grid(
              'filterForm:configureFields',
              fields.map((name) => this.#field(collection, name)),
            ),
            actions: { ...this.#void('ActionBar'), properties: { submit: { ...this.#void('Action'), ...submit } } },
          },
        },
      },
    };
  }

  /** A table with these columns; `actions` stand in each row. */
  table(collection, fields, actions = []) {
    const inRow = {
      ...this.#void('TableV2.Column'),
      title: 'Actions',
      'x-decorator': 'TableV2.Column.ActionBar',
      'x-action-column': 'actions',
      properties: { row: { ...this.#void('Space'), 'x-decorator': 'DndContext', properties: byName(actions) } },
    };
    return {
      ...this.#void('CardItem'),
      'x-decorator': 'TableBlockProvider',
      'x-use-decorator-props': 'useTableBlockDecoratorProps',
      'x-decorator-props': {
        collection,
        dataSource: 'main',
        action: 'list',
        params: { pageSize: 20 },
        showIndex: true,
      },
      'x-acl-action': `${collection}:list`,
      'x-filter-targets': [],
      properties: {
        table: {
          type: 'array',
          'x-component': 'TableV2',
          'x-use-component-props': 'useTableBlockProps',
          'x-component-props': { rowKey: 'id' },
          properties: {
            ...byName(fields.map((name) => this.#column(collection, name, null))),
            ...(actions.length && { inRow }),
          },
        },
      },
    };
  }

  /** A calendar whose events are named by `title` and lie at `start`. */
  calendar(collection, title, start) {
    return {
      ...this.#void('CardItem'),
      'x-acl-action': `${collection}:list`,
      'x-decorator': 'CalendarBlockProvider',
      'x-use-decorator-props': 'useCalendarBlockDecoratorProps',
      'x-decorator-props': {
        collection,
        dataSource: 'main',
        action: 'list',
        fieldNames: { id: 'id', title, start },
        params: { paginate: false },
      },
      properties: {
        calendar: {
          ...this.#void('CalendarV2'),
          'x-use-component-props': 'useCalendarBlockProps',
          properties: { toolBar: this.#void('CalendarV2.ActionBar') },
        },
      },
    };
  }

  /** Copies a record into a form. */
  copyAction(collection, copied, fields) {
    return {
      ...this.#popup('Duplicate', [this.createForm(collection, fields)]),
      'x-action': 'duplicate',
      'x-acl-action': 'create',
      'x-decorator': 'DuplicateActionDecorator',
      'x-component-props': {
        openMode: 'drawer',
        component: 'DuplicateAction',
        duplicateMode: 'continueduplicate',
        duplicateFields: copied,
        duplicateCollection: collection,
      },
    };
  }

  /** Opens a form that edits the row's record. */
  editAction(collection, fields) {
    return { ...this.#popup('Edit', [this.editForm(collection, fields)]), 'x-action': 'update' };
  }

  #popup(title, blocks) {
    return {
      ...this.#void('Action.Link'),
      title,
      'x-component-props': { openMode: 'drawer' },
      properties: {
        drawer: {
          ...this.#void('Action.Container'),
          title,
          properties: { grid: this.#grid('popup:addNew:addBlock', blocks) },
        },
      },
    };
  }

  #form(collection, fields, kind, more, decoratorProps) {
    const submit = {
      title: 'Submit',
      'x-action': 'submit',
      'x-use-component-props': kind === 'Create' ? 'useCreateActionProps' : 'useUpdateActionProps',
      'x-component-props': { type: 'primary', htmlType: 'submit' },
      'x-action-settings': { triggerWorkflows: [] },
    };
    return {
      ...this.#void('CardItem'),
      ...more,
      'x-decorator': 'FormBlockProvider',
      'x-use-decorator-props': `use${kind}FormBlockDecoratorProps`,
      'x-decorator-props': { dataSource: 'main', collection, ...decoratorProps },
      properties: {
        form: {
          ...this.#void('FormV2'),
          'x-use-component-props': `use${kind}FormBlockProps`,
          properties: {
            grid: this.#grid(
              'form:configureFields',
              fields.map((name) => this.#field(collection, name)),
            ),
            actions: { ...this.#void('ActionBar'), properties: { submit: { ...this.#void('Action'), ...submit } } },
          },
        },
      },
    };
  }

  /** A table inside a form, for the records of an association to `target`; stands among the form's fields. */
  subTable(collection, association, target, fields) {
    const table = this.#void('AssociationField.SubTable');
    const columns = byName(fields.map((name) => this.#column(target, name, 'FormItem')));
    return {
      ...this.#field(collection, association),
      type: 'array',
      'x-component-props': { mode: 'SubTable' },
      properties: { table: { ...table, properties: columns } },
    };
  }

  #column(collection, name, decorator) {
    const shown = decorator ? {} : { 'x-read-pretty': true };
    return {
      ...this.#void('TableV2.Column'),
      'x-decorator': 'TableV2.Column.Decorator',
      properties: { [name]: { ...this.#field(collection, name), ...shown, 'x-decorator': decorator } },
    };
  }

  #field(collection, name) {
    if (typeof name === 'object') return name;
    return {
      type: 'string',
      name,
      'x-component': 'CollectionField',
      'x-decorator': 'FormItem',
      'x-collection-field': `${collection}.${name}`,
      'x-component-props': {},
    };
  }

  #grid(initializer, blocks) {
    const cell = (block) => ({
      ...this.#void('Grid.Row'),
      properties: {
        cell: { ...this.#void('Grid.Col'), properties: { [block.name ?? 'block']: block } },
      },
    });
    return { ...this.#void('Grid'), 'x-initializer': initializer, properties: byName(blocks.map(cell)) };
  }

  #void(component) {
    this.count += 1;
    return { type: 'void', 'x-uid': `${this.uid}_${this.count}`, 'x-component': component };
  }
}

function byName(schemas) {
  return Object.fromEntries(schemas.map((schema, index) => [`part${index}`, schema]));
}
