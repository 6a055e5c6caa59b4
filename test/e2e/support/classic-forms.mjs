import { byName, ClassicParts } from './classic-parts.mjs';

/** The forms of a classic page. */
export class ClassicForms extends ClassicParts {
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
      ...this.element('CardItem'),
      'x-decorator': 'FilterFormBlockProvider',
      'x-use-decorator-props': 'useFilterFormBlockDecoratorProps',
      'x-decorator-props': { dataSource: 'main', collection },
      'x-filter-targets': targets.map((uid) => ({ uid })),
      properties: {
        form: {
          ...this.element('FormV2'),
          'x-use-component-props': 'useFilterFormBlockProps',
          properties: {
            grid: this.grid(
              'filterForm:configureFields',
              fields.map((name) => this.field(collection, name)),
            ),
            actions: { ...this.element('ActionBar'), properties: { submit: { ...this.element('Action'), ...submit } } },
          },
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
      ...this.element('CardItem'),
      ...more,
      'x-decorator': 'FormBlockProvider',
      'x-use-decorator-props': `use${kind}FormBlockDecoratorProps`,
      'x-decorator-props': { dataSource: 'main', collection, ...decoratorProps },
      properties: {
        form: {
          ...this.element('FormV2'),
          'x-use-component-props': `use${kind}FormBlockProps`,
          properties: {
            grid: this.grid(
              'form:configureFields',
              fields.map((name) => this.field(collection, name)),
            ),
            actions: { ...this.element('ActionBar'), properties: { submit: { ...this.element('Action'), ...submit } } },
          },
        },
      },
    };
  }

  /** A table inside a form, for the records of an association to `target`; stands among the form's fields. */
  subTable(collection, association, target, fields) {
    const table = this.element('AssociationField.SubTable');
    const columns = byName(fields.map((name) => this.column(target, name, 'FormItem')));
    return {
      ...this.field(collection, association),
      type: 'array',
      'x-component-props': { mode: 'SubTable' },
      properties: { table: { ...table, properties: columns } },
    };
  }
}
