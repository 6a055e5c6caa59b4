import type { Collection, Database, Model } from '@nocobase/database';
import type { Capture, Write } from './capture';
import { modelOf } from './capture';
import type { Images } from './images';
import { withoutDeleted } from './images';
import { recordIdOf } from './record-key';

interface SingleWrite extends Write {
  returning?: unknown;
}

const NONE: Images = new Map();

/**
 * Records written one by one. How a record stood before is read with a lock, since the platform has loaded it without one;
 * how it stands after is read too where the database does not hand it back, since it may store other values than it was
 * given (`'5'` as 5).
 */
export function captureSingleWrites(db: Database, capture: Capture, isInBulk: (options: object) => boolean): void {
  /** How records stood before the write that is under way. */
  const before = new WeakMap<Model, Images>();
  const { images } = capture;

  db.on('afterCreate', async (record: Model, options: SingleWrite) => {
    const collection = await capture.concerned(modelOf([record]));
    if (!collection) return;
    await capture.tell(NONE, await created(collection, record, options), options);
  });

  const created = async (collection: Collection, record: Model, options: SingleWrite): Promise<Images> => {
    const image = images.imageOf(record, collection);
    if (!image) return NONE;
    const { transaction, returning } = options;
    // PostgreSQL answers an insert with the whole row, unless the writer asked for less.
    const isHandedBack = db.inDialect('postgres') && returning === true;
    return isHandedBack ? new Map([[image.recordId, image]]) : images.byIds(collection, [image.recordId], transaction);
  };

  const remember = async (record: Model, options: Write): Promise<void> => {
    if (isInBulk(options)) return;
    const collection = await capture.concerned(modelOf([record]));
    const id = collection && idBefore(collection, record);
    if (id) before.set(record, await images.byIds(collection, [id], options.transaction, true));
  };
  db.on('beforeUpdate', remember);
  db.on('beforeDestroy', remember);

  const tell = async (record: Model, options: Write): Promise<void> => {
    const stood = before.get(record);
    if (!stood) return;
    before.delete(record);
    const collection = await capture.concerned(modelOf([record]));
    const id = collection && recordIdOf(collection, (name) => record.get(name as never));
    if (!id) return;
    const ids = [...new Set([...stood.keys(), id])];
    const stands = await images.byIds(collection, ids, options.transaction);
    await capture.tell(stood, withoutDeleted(stands, collection), options);
  };
  db.on('afterUpdate', tell);
  db.on('afterDestroy', tell);
}

/** The key of the row in the database, also where the write is about to change it. */
function idBefore(collection: Collection, record: Model): string | null {
  const previous = (record as unknown as { _previousDataValues?: Record<string, unknown> })._previousDataValues ?? {};
  return recordIdOf(collection, (name) => previous[name] ?? record.get(name as never));
}
