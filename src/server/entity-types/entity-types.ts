import type { Collection, Database, InheritedCollection } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import type { SidePool } from '../foundation/side-pool';
import { isCandidate, whyNot } from './eligible';
import type { EntityType } from './entity-type';
import type { EntityTypeRows } from './entity-type-rows';

/** How long this process relies on what it read, in milliseconds: a switch on another node holds here by then. */
export const GOOD_FOR = 5000;

/** Which collections' changes are told, and how; kept in memory and read anew every few seconds while records are written. */
export class EntityTypes {
  private known: ReadonlyMap<string, EntityType> = new Map();
  private readAt = -Infinity;
  private reading?: Promise<void>;

  constructor(
    private readonly db: Database,
    private readonly side: SidePool,
    private readonly rows: EntityTypeRows,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Gives every collection its row and reads them; call it once the collections of people are loaded. */
  async open(): Promise<void> {
    await this.ensure();
    await this.refresh();
  }

  /** Gives a row to each collection that can have one, or could if it had a key. */
  async ensure(transaction?: Transaction | null): Promise<void> {
    const candidates = [...this.db.collections.values()].filter(isCandidate).map(({ name }) => name);
    if (candidates.some((name) => !this.known.has(name))) await this.rows.ensure(candidates, transaction);
  }

  async refresh(): Promise<void> {
    this.reading = this.read().finally(() => (this.reading = undefined));
    await this.reading;
  }

  /**
   * Waits until what is known is not older than GOOD_FOR. It uses the side pool, as a hook must; where that is not to be
   * had (SQLite), one process alone writes, which knows its own changes.
   */
  async upToDate(): Promise<void> {
    if (performance.now() - this.readAt < GOOD_FOR || !this.side.sequelize) return;
    // A database that does not answer fails the write by itself.
    await (this.reading ?? this.refresh()).catch(this.failed);
  }

  /** The type of a collection; undefined where there is none yet. */
  of(collection: string): EntityType | undefined {
    return this.known.get(collection);
  }

  /** The type whose events tell of a record of this collection: its own, or that of the nearest parent that has events on. */
  telling(collection: Collection | undefined): EntityType | undefined {
    if (!collection) return undefined;
    const own = this.enabled(collection.name);
    if (own || !collection.isInherited()) return own;
    for (const parent of (collection as InheritedCollection).parents ?? []) {
      const found = this.telling(parent);
      if (found) return found;
    }
    return undefined;
  }

  /** Are there events of records that a write to this collection can reach? Those of a child are written by its parents too. */
  concerns(collection: Collection | undefined): boolean {
    if (!collection) return false;
    if (this.telling(collection)) return true;
    return collection.isParent() && this.descendants(collection).some((child) => this.enabled(child.name));
  }

  private descendants({ name }: Collection): Collection[] {
    const names = [...this.db.inheritanceMap.getChildren(name, { deep: true })];
    return names.flatMap((child) => (this.db.getCollection(child) as Collection | undefined) ?? []);
  }

  private enabled(name: string): EntityType | undefined {
    const type = this.known.get(name);
    return type?.enabled && !whyNot(this.db.getCollection(name)) ? type : undefined;
  }

  private async read(): Promise<void> {
    const began = performance.now();
    const types = await this.rows.load(this.side.sequelize ?? this.db.sequelize);
    this.known = new Map(types.map((type) => [type.collection, type]));
    this.readAt = began;
  }
}
