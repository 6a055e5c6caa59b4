import type { Model } from '@nocobase/database';
import type { Transactionable } from 'sequelize';
import type { Counters } from '../counters/counters';
import type { SaveTurn } from './save-turn';

/** Lets the counters of a field go with it, or with its collection. */
export class FieldRemoval {
  constructor(
    private readonly counters: Counters,
    private readonly turn: SaveTurn,
  ) {}

  /** Before its column goes. */
  async beforeDestroy(field: Model, { transaction }: Transactionable): Promise<void> {
    if (field.get('type' as never) !== 'sequence') return;
    this.turn.follow(field, transaction);
    await this.holdBack(namesOf(field), transaction);
  }

  async afterDestroy(field: Model, { transaction }: Transactionable): Promise<void> {
    if (field.get('type' as never) === 'sequence') await this.counters.remove(namesOf(field), transaction);
  }

  /** Before its table goes. */
  async beforeDestroyCollection(collection: Model, { transaction }: Transactionable): Promise<void> {
    await this.holdBack({ collection: String(collection.get('name')) }, transaction);
  }

  /** Inherited fields have no row of their own among the fields, so a collection takes all its counters with it. */
  async afterDestroyCollection(collection: Model, { transaction }: Transactionable): Promise<void> {
    await this.counters.remove({ collection: String(collection.get('name')) }, transaction);
  }

  /**
   * Creates take their number first and the table then; who removes both does so in the same order, or they wait for each
   * other until the database ends one of them.
   */
  private async holdBack(
    of: { collection: string; field?: string },
    within: Transactionable['transaction'],
  ): Promise<void> {
    if (within) await this.counters.rows(of, within, true);
  }
}

function namesOf(field: Model): { collection: string; field: string } {
  return { collection: String(field.get('collectionName' as never)), field: String(field.get('name')) };
}
