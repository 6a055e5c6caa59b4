import type { Database } from '@nocobase/database';
import { clock } from '../../foundation/clock';
import type { Fault } from '../../foundation/errors';
import { NotFound } from '../../foundation/errors';
import { t } from '../../foundation/text-key';
import { declaredSequenceFields, declaringCollection } from '../field/field-locator';
import type { FieldRules } from '../field/field-rule';
import type { Integrity, IntegrityCounts } from './integrity';

/** How a field's numbers are, in counts; those of gaps and duplicates end at 1,000. */
export interface FieldHealth extends IntegrityCounts {
  collection: string;
  field: string;
  duplicates: number;
  gaps: number;
  /** False when the stored pattern cannot work: then nothing was counted. */
  works: boolean;
  /** Why it cannot work. */
  faults: Fault[];
  checkedAt: Date;
}

/** The state of one field, of all fields of a collection, or of all there are. Reads without locks. */
export class Health {
  constructor(
    private readonly db: Database,
    private readonly rules: FieldRules,
    private readonly integrity: Integrity,
  ) {}

  /** @throws NotFound when the names mean no field. */
  async of({ collection, field }: { collection?: string; field?: string }): Promise<FieldHealth[]> {
    const named = collection ? this.db.getCollection(collection) : undefined;
    const owner = named && field ? declaringCollection(named, field) : collection;
    const found = declaredSequenceFields(this.db).filter(
      (known) => (!owner || known.collection.name === owner) && (!field || known.name === field),
    );
    if (found.length === 0 && (collection || field)) {
      const params = { collection: collection ?? '*', field: field ?? '*' };
      throw new NotFound(t('There is no sequence field "{{field}}" in "{{collection}}".'), params);
    }
    const rows: FieldHealth[] = [];
    for (const known of found) rows.push(await this.ofField(known.collection.name, known.name));
    return rows;
  }

  private async ofField(collection: string, field: string): Promise<FieldHealth> {
    const name = { collection, field };
    const faults = this.rules.faultsOf(collection, field);
    if (faults.length > 0) {
      const nothing = { total: 0, nulls: 0, duplicates: 0, gaps: 0, behind: false, unreadable: 0 };
      return { ...name, ...nothing, works: false, faults, checkedAt: clock.now() };
    }
    const { total, nulls, behind, unreadable, ...lists } = await this.integrity.report(collection, field, {
      neighbours: false,
    });
    const counts = { total, nulls, behind, unreadable, duplicates: lists.duplicates.length, gaps: lists.gaps.length };
    return { ...name, ...counts, works: true, faults, checkedAt: clock.now() };
  }
}
