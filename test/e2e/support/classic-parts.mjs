/** What the blocks of a classic page are made of. */
export class ClassicParts {
  /** @param {string} uid the beginning of all its elements' ids */
  constructor(uid) {
    this.uid = uid;
    this.count = 0;
  }

  /** A column of a table; `decorator` is what stands around its cells. */
  column(collection, name, decorator) {
    const shown = decorator ? {} : { 'x-read-pretty': true };
    return {
      ...this.element('TableV2.Column'),
      'x-decorator': 'TableV2.Column.Decorator',
      properties: { [name]: { ...this.field(collection, name), ...shown, 'x-decorator': decorator } },
    };
  }

  /** The input or text of a field, by its name; a ready schema is answered as it is. */
  field(collection, name) {
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

  /** Blocks one below the other; `initializer` is what people add more with. */
  grid(initializer, blocks) {
    const cell = (block) => ({
      ...this.element('Grid.Row'),
      properties: {
        cell: { ...this.element('Grid.Col'), properties: { [block.name ?? 'block']: block } },
      },
    });
    return { ...this.element('Grid'), 'x-initializer': initializer, properties: byName(blocks.map(cell)) };
  }

  /** An element of the page with an id of its own. */
  element(component) {
    this.count += 1;
    return { type: 'void', 'x-uid': `${this.uid}_${this.count}`, 'x-component': component };
  }
}

/** Schemas as properties of another one, in their order. */
export function byName(schemas) {
  return Object.fromEntries(schemas.map((schema, index) => [`part${index}`, schema]));
}
