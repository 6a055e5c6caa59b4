import type { Database, Model } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import type { EntityTypeSettings } from './entity-type-settings';

interface Saving {
  transaction?: Transaction | null;
}

/** Each collection that people make has its entity type from then on, and keeps it when it goes. Call it in `load()`. */
export function followCollections(db: Database, settings: EntityTypeSettings): void {
  const nameOf = (collection: Model): string => String(collection.get('name' as never));
  db.on('collections.afterCreate', (collection: Model, { transaction }: Saving) =>
    settings.collectionAdded(nameOf(collection), transaction),
  );
  db.on('collections.afterDestroy', (collection: Model, { transaction }: Saving) =>
    settings.collectionRemoved(nameOf(collection), transaction),
  );
}
