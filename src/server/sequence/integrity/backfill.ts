import { t } from '../../foundation/text-key';
import type { Collection, Database, Model } from '@nocobase/database';
import { writeTransaction } from '../../foundation/write-transaction';
import type { Transaction } from 'sequelize';
import { Op, col, fn, where } from 'sequelize';
import { Conflict } from '../../foundation/errors';
import type { Progress } from '../repair/number-reader';
import type { FieldRule, FieldRules } from '../field/field-rule';
import type { Numbering } from '../numbering/numbering';
import { isBlank } from '../pattern/text';

const BATCH = 500;

interface Batch {
  found: number;
  numbered: number;
  /** Records that stay without a number, since all parts of it are empty. */
  left: number;
}

/** Numbers records that have none: those from before the field, or from a raw import. Oldest first. */
export class Backfill {
  constructor(
    private readonly db: Database,
    private readonly rules: FieldRules,
    private readonly numbering: Numbering,
  ) {}

  /**
   * Each batch is one transaction that locks its records, so two runs at once number every record once, and a crash
   * leaves whole batches. Creates go on meanwhile and draw from the same counters.
   */
  async run(collection: string, field: string, progress?: Progress): Promise<number> {
    const { owner } = this.target(collection, field);
    let [numbered, left] = [0, 0];
    for (;;) {
      const done = await writeTransaction(this.db, (transaction) => this.batch(owner, field, left, transaction));
      numbered += done.numbered;
      left += done.left;
      await progress?.(numbered);
      if (done.found < BATCH) return numbered;
    }
  }

  /** How many records have no number. */
  size(collection: string, field: string): Promise<number> {
    const { owner } = this.target(collection, field);
    return owner.model.count({ where: blankIn(owner, field) });
  }

  /** The first records that a run would number. */
  firstBlank(collection: string, field: string, limit: number): Promise<Model[]> {
    const { owner } = this.target(collection, field);
    const model = owner.model as unknown as typeof Model;
    return model.findAll({ where: blankIn(owner, field), order: orderOf(owner), limit });
  }

  /** @throws NotFound when there is no such field, Conflict when its records cannot be told apart. */
  target(collection: string, field: string): { owner: Collection; rule: FieldRule; key: string } {
    const rule = this.rules.named(collection, field);
    const owner = this.db.getCollection(rule.owner);
    const [key] = owner.model.primaryKeyAttributes;
    if (key) return { owner, rule, key };
    throw new Conflict(t('"{{collection}}" has no primary key, so its records cannot be told apart.'), {
      code: 'SEQUENCE_NO_PRIMARY_KEY',
      params: { collection: owner.name },
    });
  }

  /**
   * Records are looked for without locks and then locked by their keys: a search that locks would hold back creates
   * (MySQL, MariaDB). `skip`: records at the front whose number came out empty.
   */
  private async batch(owner: Collection, field: string, skip: number, transaction: Transaction): Promise<Batch> {
    const model = owner.model as unknown as typeof Model;
    const keys = owner.model.primaryKeyAttributes;
    const blank = blankIn(owner, field);
    const ordered = { order: orderOf(owner), transaction };
    const found = await model.findAll({ ...ordered, where: blank, attributes: [...keys], offset: skip, limit: BATCH });
    if (found.length === 0) return { found: 0, numbered: 0, left: 0 };
    const records = await model.findAll({
      ...ordered,
      where: { [Op.and]: [{ [Op.or]: found.map((record) => pick(record, keys)) }, blank] } as never,
      lock: this.db.inDialect('sqlite') ? undefined : transaction.LOCK.UPDATE,
    });
    await this.numbering.assignOnly(owner, field, records as never, transaction);
    const filled = records.filter((record) => !isBlank(record.get(field as never)));
    for (const record of filled) {
      await record.save({ transaction, hooks: false, silent: true, validate: false, fields: [field as never] });
    }
    return { found: found.length, numbered: filled.length, left: records.length - filled.length };
  }
}

function blankIn(owner: Collection, field: string): never {
  return { [Op.or]: [{ [field]: null }, where(fn('TRIM', col(columnOf(owner, field))), '')] } as never;
}

/** Oldest first. */
function orderOf({ model }: Collection): Array<[string, string]> {
  const names = [...('createdAt' in model.rawAttributes ? ['createdAt'] : []), ...model.primaryKeyAttributes];
  return names.map((name) => [name, 'ASC']);
}

function pick(record: Model, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, record.get(name as never)]));
}

function columnOf(collection: Collection, field: string): string {
  return (collection.model.rawAttributes as Record<string, { field?: string }>)[field]?.field ?? field;
}
