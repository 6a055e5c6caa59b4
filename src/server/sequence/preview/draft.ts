import { randomInt } from 'node:crypto';
import type { Database } from '@nocobase/database';
import { InvalidInput } from '../../foundation/errors';
import { declaringCollection } from '../field/field-locator';
import type { FieldRule, FieldRules } from '../field/field-rule';
import { withKeys } from '../field/field-rule';
import type { KeyKeeper } from '../field/key-keeper';
import { collectionFaults } from '../pattern/segment-check';
import type { PreviewRequest } from './request';

/** Rules as they stand in an editor, beside those that are saved. */
export interface Draft {
  rule: FieldRule;
  /** The saved rules; null: the field is new, or its pattern cannot work. */
  saved: FieldRule | null;
  /** The field is in the database. */
  isStored: boolean;
}

/** Reads a request as the save of the field would read it. */
export class Drafts {
  constructor(
    private readonly db: Database,
    private readonly rules: FieldRules,
    private readonly keys: KeyKeeper,
  ) {}

  /** @throws InvalidInput with the path of each wrong option. */
  async read({ patterns, timezone, collection, field, inputable, match, unique }: PreviewRequest): Promise<Draft> {
    const known = (collection && this.db.getCollection(collection)) || null;
    const stored = field ? known?.getField(field) : undefined;
    const isStored = stored?.type === 'sequence';
    const owner = known && field ? declaringCollection(known, field) : (collection ?? '');
    const name = field ?? '';
    const before = isStored ? withKeys((stored.options as { patterns?: unknown }).patterns) : undefined;
    const counted = isStored ? { collection: owner, field: name } : null;
    const newKey = (): number => randomInt(2 ** 31 - 1);
    const kept = Array.isArray(patterns)
      ? await this.keys.restore({ patterns: patterns as unknown[], before, field: counted, newKey })
      : patterns;
    const rule = this.rules.drafted(owner, name, { patterns: kept, timezone, inputable, match, unique });
    const faults = collectionFaults(this.db, rule.pattern, { collection: known, upcoming: null }, timezone);
    if (faults.length > 0) throw new InvalidInput(faults, 'SEQUENCE_PATTERN_INVALID');
    return { rule, saved: collection && field ? this.rules.find(collection, field) : null, isStored };
  }
}
