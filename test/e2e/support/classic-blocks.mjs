import { ClassicForms } from './classic-forms.mjs';
import { byName } from './classic-parts.mjs';

/** The blocks of a classic page and the buttons in them. */
export class ClassicBlocks extends ClassicForms {
  /** A table with these columns; `actions` stand in each row. */
  table(collection, fields, actions = []) {
    const inRow = {
      ...this.element('TableV2.Column'),
      title: 'Actions',
      'x-decorator': 'TableV2.Column.ActionBar',
      'x-action-column': 'actions',
      properties: { row: { ...this.element('Space'), 'x-decorator': 'DndContext', properties: byName(actions) } },
    };
    return {
      ...this.element('CardItem'),
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
            ...byName(fields.map((name) => this.column(collection, name, null))),
            ...(actions.length && { inRow }),
          },
        },
      },
    };
  }

  /** A calendar whose events are named by `title` and lie at `start`. */
  calendar(collection, title, start) {
    return {
      ...this.element('CardItem'),
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
          ...this.element('CalendarV2'),
          'x-use-component-props': 'useCalendarBlockProps',
          properties: { toolBar: this.element('CalendarV2.ActionBar') },
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
      ...this.element('Action.Link'),
      title,
      'x-component-props': { openMode: 'drawer' },
      properties: {
        drawer: {
          ...this.element('Action.Container'),
          title,
          properties: { grid: this.grid('popup:addNew:addBlock', blocks) },
        },
      },
    };
  }
}
