import type { Collection, Database } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import type { Fault } from '../foundation/errors';
import { InvalidInput } from '../foundation/errors';
import { t } from '../foundation/text-key';
import { rootOf } from '../sequence/counters/root-transaction';
import { isMadeByPeople, whyNot } from './eligible';
import type { EntityTypeRows, Settings } from './entity-type-rows';
import type { EntityTypes } from './entity-types';

type Reason = Pick<Fault, 'message' | 'params'>;

/** Changes of what is told, by admins and as collections come and go; this process and the others follow. */
export class EntityTypeSettings {
  constructor(
    private readonly db: Database,
    private readonly types: EntityTypes,
    private readonly rows: EntityTypeRows,
    /** Tells the other nodes. */
    private readonly changed: () => Promise<void>,
  ) {}

  ensure(): Promise<void> {
    return this.types.open();
  }

  async update(ids: readonly number[], settings: Settings): Promise<void> {
    if (Object.keys(settings).length > 0) await this.rows.update(ids, settings, null);
    await this.types.refresh();
    await this.changed();
  }

  /**
   * Switches the events of these collections, or of all that people made. What cannot be switched on is refused where it is
   * named, and answered as skipped where all are meant.
   * @throws InvalidInput
   */
  async enable(
    names: readonly string[] | '*',
    enabled: boolean,
  ): Promise<{ collections: string[]; skipped: Array<{ collection: string; reason: Reason }> }> {
    await this.ensure();
    const all = [...this.db.collections.values()];
    const chosen = names === '*' ? all.filter(isMadeByPeople).map(({ name }) => name) : [...new Set(names)];
    const skipped = chosen.flatMap((collection) => {
      const reason = this.reasonAgainst(collection, enabled);
      return reason ? [{ collection, reason }] : [];
    });
    if (names !== '*' && skipped.length > 0)
      throw new InvalidInput(
        skipped.map(({ collection, reason }) => ({ ...reason, path: `collections[${names.indexOf(collection)}]` })),
        'ENTITY_TYPE_INVALID',
      );
    const left = new Set(skipped.map(({ collection }) => collection));
    const collections = chosen.filter((name) => !left.has(name)).sort();
    const ids = collections.flatMap((name) => this.types.of(name)?.id ?? []);
    await this.update(ids, { enabled });
    return { collections, skipped };
  }

  /** A collection was made: it gets its id with it. */
  async collectionAdded(name: string, transaction?: Transaction | null): Promise<void> {
    await this.rows.ensure([name], transaction);
    this.after(transaction);
  }

  /** A collection was removed. */
  async collectionRemoved(name: string, transaction?: Transaction | null): Promise<void> {
    await this.rows.retire(name, transaction);
    this.after(transaction);
  }

  private after(transaction?: Transaction | null): void {
    const follow = (): void => void this.types.refresh().then(this.changed, () => undefined);
    if (transaction) rootOf(transaction).afterCommit(follow);
    else follow();
  }

  private reasonAgainst(name: string, enabled: boolean): Reason | null {
    const collection = this.db.getCollection(name) as Collection | undefined;
    if (!collection || name.includes('.')) {
      if (!enabled && this.types.of(name)) return null;
      return { message: t('There is no collection "{{collection}}".'), params: { collection: name } };
    }
    return enabled ? whyNot(collection) : null;
  }
}
