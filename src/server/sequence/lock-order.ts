import type { Collection, Database, Field } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import type { CounterFamily } from './counter';
import type { Counters } from './counters';
import type { WriteOptions } from './write-options';
import { sequenceFields } from './field-locator';
import type { FieldRules } from './field-rule';

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
    const families = this.familiesOf(collection, options);
    if (new Set(families.map((family) => family.collection)).size < 2) return;
    for (const family of families) await this.counters.lockHead(family, transaction);
  }

  private familiesOf(collection: Collection, { values, inputValues, context }: WriteOptions): CounterFamily[] {
    const found = new Map<string, CounterFamily>();
    this.collect(collection, values ?? inputValues, found);
    const { action } = (context ?? {}) as RequestContext;
    const target = action?.resourceName ? this.collectionOf(action.resourceName) : null;
    if (target) this.collect(target, action?.params?.values, found);
    return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, family]) => family);
  }

  /** The counters of a collection and of all records nested in the values. */
  private collect(collection: Collection, values: unknown, found: Map<string, CounterFamily>): void {
    for (const field of sequenceFields(collection)) {
      const rule = this.rules.tryOf(field);
      rule?.pattern.counting.forEach(({ rule: counter }) => {
        const family = { collection: rule.owner, field: rule.field, key: counter.key as number };
        found.set(JSON.stringify([family.collection, family.field, family.key]), family);
      });
    }
    for (const entry of Array.isArray(values) ? values : [values]) {
      if (typeof entry !== 'object' || entry === null) continue;
      for (const [name, value] of Object.entries(entry as Record<string, unknown>)) {
        if (typeof value !== 'object' || value === null) continue;
        const target = this.targetOf(collection.getField(name));
        if (target) this.collect(target, value, found);
      }
    }
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

function rootOf(transaction: Transaction): Transaction {
  const parent = (transaction as Transaction & { parent?: Transaction }).parent;
  return parent ? rootOf(parent) : transaction;
}
