import type { Collection, Database, Field } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import type { CounterFamily } from './counter';
import type { Counters } from './counters';
import type { WriteOptions } from '../numbering/write-options';
import { hasSequenceField, sequenceFields } from '../field/field-locator';
import { rootOf } from './root-transaction';
import type { FieldRules } from '../field/field-rule';

interface RequestContext {
  action?: { resourceName?: string; params?: { values?: unknown } };
}

/**
 * Keeps saves that number several collections at once from deadlocking. Such a save draws its counters in the order in
 * which its records happen to be nested; so before the first draw it locks all counters it may need, in one order that
 * is the same everywhere. A save with one numbered collection locks nothing ahead.
 */
export class LockOrder {
  private readonly done = new WeakSet<Transaction>();

  constructor(
    private readonly db: Database,
    private readonly rules: FieldRules,
    private readonly counters: Counters,
  ) {}

  async beforeNumbering(collection: Collection, options: WriteOptions): Promise<void> {
    const { transaction } = options;
    if (!transaction || this.db.inDialect('sqlite')) return;
    const root = rootOf(transaction);
    if (this.done.has(root)) return;
    this.done.add(root);
    const collections = this.collectionsOf(collection, options);
    if (collections.size < 2) return;
    const families = this.familiesOf(collections);
    if (new Set(families.map((family) => family.collection)).size < 2) return;
    for (const family of families) await this.counters.lockHead(family, transaction);
  }

  /** The numbered collections that the save may write to. */
  private collectionsOf(
    collection: Collection,
    { values, inputValues, context }: WriteOptions,
  ): ReadonlySet<Collection> {
    const found = new Set<Collection>();
    this.collect(collection, values ?? inputValues, found);
    const { action } = (context ?? {}) as RequestContext;
    const target = action?.resourceName ? this.collectionOf(action.resourceName) : null;
    if (target) this.collect(target, action?.params?.values, found);
    return found;
  }

  /** A collection and those of all records nested in the values, as far as they are numbered. */
  private collect(collection: Collection, values: unknown, found: Set<Collection>): void {
    if (hasSequenceField(collection)) found.add(collection);
    for (const entry of Array.isArray(values) ? values : [values]) {
      if (typeof entry !== 'object' || entry === null) continue;
      for (const [name, value] of Object.entries(entry as Record<string, unknown>)) {
        if (typeof value !== 'object' || value === null) continue;
        const target = this.targetOf(collection.getField(name));
        if (target) this.collect(target, value, found);
      }
    }
  }

  /** Their counters, each once, in the order in which they are locked. */
  private familiesOf(collections: ReadonlySet<Collection>): CounterFamily[] {
    const found = new Map<string, CounterFamily>();
    for (const field of [...collections].flatMap(sequenceFields)) {
      const rule = this.rules.tryOf(field);
      rule?.pattern.counting.forEach(({ rule: counter }) => {
        const family = { collection: rule.owner, field: rule.field, key: counter.key as number };
        found.set(JSON.stringify([family.collection, family.field, family.key]), family);
      });
    }
    return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, family]) => family);
  }

  private targetOf(field: Field | undefined): Collection | null {
    return field?.isRelationField()
      ? (this.db.getCollection((field.options as { target?: string }).target ?? '') ?? null)
      : null;
  }

  /** `orders`, or the target of a relation resource such as `orders.items`. */
  private collectionOf(resource: string): Collection | null {
    const [name, ...relations] = resource.split('.') as [string, ...string[]];
    let collection: Collection | null = this.db.getCollection(name) ?? null;
    for (const relation of relations) collection = collection && this.targetOf(collection.getField(relation));
    return collection;
  }
}
