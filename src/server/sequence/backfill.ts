import { t } from '../foundation/text-key';
import type { Database, Model } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { Op } from 'sequelize';
import { NotFound } from '../foundation/errors';
import type { Progress } from './number-reader';
import type { FieldRules } from './field-rule';
import type { Numbering } from './numbering';

const BATCH = 500;

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
    const rule = this.rules.find(collection, field);
    if (!rule)
      throw new NotFound(t('There is no sequence field "{{field}}" in "{{collection}}".'), { collection, field });
    let numbered = 0;
    for (;;) {
      const done = await this.db.sequelize.transaction((transaction) => this.batch(rule.owner, field, transaction));
      numbered += done;
      await progress?.(numbered);
      if (done < BATCH) return numbered;
    }
  }

  private async batch(owner: string, field: string, transaction: Transaction): Promise<number> {
    const collection = this.db.getCollection(owner);
    const model = collection.model as unknown as typeof Model;
    const attributes = collection.model.rawAttributes;
    const order = [...('createdAt' in attributes ? ['createdAt'] : []), ...collection.model.primaryKeyAttributes];
    const records = await model.findAll({
      where: { [Op.or]: [{ [field]: null }, { [field]: '' }] } as never,
      order: order.map((name) => [name, 'ASC']) as never,
      limit: BATCH,
      transaction,
      lock: this.db.inDialect('sqlite') ? undefined : transaction.LOCK.UPDATE,
    });
    await this.numbering.assignOnly(collection, field, records as never, transaction);
    for (const record of records) {
      await record.save({ transaction, hooks: false, silent: true, validate: false, fields: [field as never] });
    }
    return records.length;
  }
}
