import { isDeepStrictEqual } from 'node:util';
import type { Database, Model } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { NotFound } from '../../foundation/errors';
import { t } from '../../foundation/text-key';

type Options = Record<string, unknown>;
type Within = Transaction | null | undefined;

/** What Sequelize knows of a record: as it is to be stored, and as it was read. */
interface Values {
  dataValues: { options: Options };
  _previousDataValues: { options: Options | null };
}

/**
 * Lets saves of one field come one after the other: each waits for the one in front, and then goes on from what that one
 * stored, changing only the options that it is about. The platform writes all options at once, as they were when the
 * save began, which would undo what another save changed meanwhile.
 *
 * @returns whether something else was stored than the save began with
 * @throws NotFound when the field has been removed meanwhile
 */
export async function takeTurn(db: Database, field: Model, transaction: Within): Promise<boolean> {
  const { dataValues, _previousDataValues: previous } = field as unknown as Values;
  const stored = await lockField(db, field, transaction);
  if (!stored) {
    const [collection, name] = [String(field.get('collectionName')), String(field.get('name'))];
    throw new NotFound(t('There is no sequence field "{{field}}" in "{{collection}}".'), { collection, field: name });
  }
  const now = stored.get('options' as never) as Options;
  const before = previous.options ?? {};
  if (isDeepStrictEqual(now, before)) return false;
  dataValues.options = rebased(now, before, dataValues.options);
  previous.options = now;
  field.changed('options' as never, !isDeepStrictEqual(dataValues.options, now));
  return true;
}

/** Holds the stored field to the end of the transaction and reads it anew; null when it is gone. */
export function lockField(db: Database, field: Model, transaction: Within): Promise<Model | null> {
  const lock = transaction && !db.inDialect('sqlite') ? transaction.LOCK.UPDATE : undefined;
  const model = field.constructor as typeof Model;
  const key = field.get('key' as never) as string;
  return model.findByPk(key, { transaction: transaction ?? null, lock, hooks: false } as never);
}

/** What is stored, with the options changed from `before` to `after`. Pure. */
export function rebased(stored: Options, before: Options, after: Options): Options {
  const names = Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const result = { ...stored };
  for (const name of names) {
    if (name in after) result[name] = after[name];
    else delete result[name];
  }
  return result;
}
