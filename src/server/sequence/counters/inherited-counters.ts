import type { Database } from '@nocobase/database';
import type { Counters } from './counters';
import { declaringCollection, sequenceFields } from '../field/field-locator';
import type { Repair } from '../repair/repair';

interface Inherited {
  collection: string;
  field: string;
  /** The ancestor that declares the field, whose counter we draw from. */
  owner: string;
}

/**
 * The built-in field has a counter of its own in each collection that inherits a field; ours is that of the ancestor. So
 * both are brought together when we come, and each child gets one again when we go.
 */
export class InheritedCounters {
  constructor(
    private readonly db: Database,
    private readonly counters: Counters,
    private readonly repair: Repair,
  ) {}

  /** Raises the ancestors' counters to what their children's records use, and removes the children's own. */
  async bringTogether(): Promise<void> {
    for (const { collection, field, owner } of this.inherited()) {
      const rows = await this.counters.rows({ collection, field });
      if (rows.some((row) => row.current !== null)) await this.repair.run({ collection: owner, field });
      if (rows.length > 0) await this.counters.remove({ collection, field }, null);
    }
  }

  /** Gives each child the newest counter of the ancestor. */
  async takeApart(): Promise<void> {
    for (const { collection, field, owner } of this.inherited()) {
      const heads = new Map(
        (await this.counters.rows({ collection: owner, field, scope: '' })).reverse().map((row) => [row.key, row]),
      );
      for (const head of heads.values())
        await this.counters.add({ ...head, collection }, { current: head.current, at: head.lastGeneratedAt }, null);
    }
  }

  private inherited(): Inherited[] {
    return [...this.db.collections.values()].flatMap((collection) =>
      sequenceFields(collection).flatMap(({ name }) => {
        const owner = declaringCollection(collection, name);
        return owner === collection.name ? [] : [{ collection: collection.name, field: name, owner }];
      }),
    );
  }
}
