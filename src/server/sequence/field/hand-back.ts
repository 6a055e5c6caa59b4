import { t } from '../../foundation/text-key';
import type { Database } from '@nocobase/database';
import { writeTransaction } from '../../foundation/write-transaction';
import { Conflict } from '../../foundation/errors';
import type { CounterRow } from '../counters/counter';
import type { Counters } from '../counters/counters';
import type { SequenceFieldLike } from './field-locator';
import { declaredSequenceFields } from './field-locator';
import type { FieldRule, FieldRules } from './field-rule';

const BUILT_IN_PARTS = new Set(['string', 'integer', 'date', 'randomChar']);

/** A field that the built-in type cannot go on with, and why. */
export interface Obstacle {
  collection: string;
  field: string;
  reason: string;
}

/** Gives the sequence fields back to the built-in type when the plugin is disabled. */
export class HandBack {
  constructor(
    private readonly db: Database,
    private readonly rules: FieldRules,
    private readonly counters: Counters,
  ) {}

  /** @throws Conflict with the list of fields that the built-in type cannot serve, unless `force`. */
  async check(force: boolean): Promise<void> {
    const obstacles = await this.obstacles();
    if (obstacles.length === 0 || force) return;
    const list = obstacles.map(({ collection, field, reason }) => `${collection}.${field} (${reason})`).join('; ');
    throw new Conflict(
      t(
        'The built-in sequence field cannot go on with: {{list}}. Change these fields first, or set SEQUENCE_FORCE_DISABLE=1 to have them rewritten.',
      ),
      { code: 'SEQUENCE_CANNOT_HAND_BACK', params: { list } },
    );
  }

  /** What stands against handing back. */
  async obstacles(): Promise<Obstacle[]> {
    const found: Obstacle[] = [];
    for (const field of declaredSequenceFields(this.db)) {
      const rule = this.rules.tryOf(field);
      for (const reason of [...partReasons(field), ...(rule ? await this.counterReasons(rule) : [])]) {
        found.push({ collection: field.collection.name, field: field.name, reason });
      }
    }
    return found;
  }

  /** Rewrites what the built-in type does not know (forced), and leaves it the newest counter on the row it reads. */
  async prepare(force: boolean): Promise<void> {
    for (const field of declaredSequenceFields(this.db)) {
      if (force) await this.rewrite(field);
      for (const { rule } of this.rules.tryOf(field)?.pattern.counting ?? []) {
        await this.newestFirst({ collection: field.collection.name, field: field.name, key: rule.key as number });
      }
    }
  }

  private async counterReasons(rule: FieldRule): Promise<string[]> {
    const reasons: string[] = [];
    for (const { rule: counter } of rule.pattern.counting) {
      if (counter.scope.length > 0) reasons.push('scope');
      const rows = await this.counters.rows({ collection: rule.owner, field: rule.field, key: counter.key as number });
      if (rows.some((row) => row.current !== null && row.current.toString(counter.base).length > counter.digits)) {
        reasons.push('a number past its digits');
      }
    }
    return reasons;
  }

  /** The row with the lowest id gets the values of the newest period; the two change places. */
  private async newestFirst(family: { collection: string; field: string; key: number }): Promise<void> {
    await writeTransaction(this.db, async (transaction) => {
      const rows = await this.counters.rows({ ...family, scope: '' }, transaction, true);
      const [head] = rows;
      const newest = rows.reduce<CounterRow | undefined>((a, b) => (a && a.period >= b.period ? a : b), undefined);
      if (!head || !newest || head.id === newest.id || head.period === '') return;
      await this.counters.removeRow(newest.id, transaction);
      await this.counters.turn(head, newest.period, newest.current, transaction);
      await this.counters.add(head, { current: head.current, at: head.lastGeneratedAt }, transaction);
    });
  }

  private async rewrite(field: SequenceFieldLike): Promise<void> {
    const patterns = field.options.patterns as Array<{ type: string; options?: Record<string, unknown> }>;
    const rule = this.rules.tryOf(field);
    const rewritten = [];
    for (const [index, part] of patterns.entries()) {
      if (!BUILT_IN_PARTS.has(part.type)) continue;
      const counter = rule?.pattern.parts[index]?.rule;
      if (!counter) rewritten.push(part);
      else
        rewritten.push({
          ...part,
          options: { ...part.options, scope: undefined, digits: await this.digitsNeeded(field, counter) },
        });
    }
    const fields = this.db.getRepository('fields');
    await fields.update({
      filter: { collectionName: field.collection.name, name: field.name },
      values: { patterns: rewritten },
      hooks: false,
    });
  }

  /** Digits that hold all numbers so far and one more, so that the built-in counter does not wrap to its start. */
  private async digitsNeeded(
    field: SequenceFieldLike,
    rule: { key: number | null; base: number; digits: number },
  ): Promise<number> {
    const rows = await this.counters.rows({
      collection: field.collection.name,
      field: field.name,
      key: rule.key as number,
    });
    const longest = Math.max(0, ...rows.map((row) => ((row.current ?? 0n) + 1n).toString(rule.base).length));
    return Math.max(rule.digits, longest);
  }
}

function partReasons(field: SequenceFieldLike): string[] {
  const patterns = (field.options.patterns ?? []) as Array<{ type: string }>;
  return patterns.filter((part) => !BUILT_IN_PARTS.has(part.type)).map((part) => `part "${part.type}"`);
}
