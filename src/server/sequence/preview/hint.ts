import { randomInt } from 'node:crypto';
import type { Collection, Database, Model } from '@nocobase/database';
import { clock } from '../../foundation/clock';
import { InvalidInput, NotFound, PluginError } from '../../foundation/errors';
import { t } from '../../foundation/text-key';
import type { FieldRule, FieldRules } from '../field/field-rule';
import type { PathValues, RawValues } from '../numbering/path-values';
import { recordTime, toInstant } from '../numbering/record-time';
import { isBlank } from '../pattern/text';
import { textsOrNull } from './sample';
import type { Viewer } from './visible-paths';
import { isVisible } from './visible-paths';
import type { Standing } from './standing';

export interface HintRequest {
  collection: string;
  field: string;
  /** What the form holds so far. */
  values: Record<string, unknown>;
  /** Who would save it. */
  userId?: number | string;
  /** Limits what the number may tell of other records. */
  viewer: Viewer;
}

/** What a hint reads with. */
export interface HintParts {
  db: Database;
  rules: FieldRules;
  paths: PathValues;
  standing: Standing;
}

/** The number that a record would get if it were saved now. Takes none: another save may get it first. */
export class Hint {
  constructor(private readonly parts: HintParts) {}

  /**
   * Null when it cannot be told: chance is in the number, a value that it depends on is not chosen yet or not for who asks
   * to see, or the digits are used up. @throws NotFound when there is no such sequence field.
   */
  async of({ collection: name, field, values, userId, viewer }: HintRequest): Promise<string | null> {
    const collection = this.parts.db.getCollection(name);
    if (collection?.getField(field)?.type !== 'sequence')
      throw new NotFound(t('There is no sequence field "{{field}}" in "{{collection}}".'), { collection: name, field });
    const rule = this.parts.rules.find(name, field);
    if (!rule || rule.pattern.hasChance) return null;
    const raw = { ...makers(collection, userId), ...ownValues(collection, values) };
    const record = collection.model.build(raw as never);
    const known = await this.known(rule, { record, raw, viewer });
    return known && this.written(rule, record, known).catch(nullWhenTooFar);
  }

  /** The values that the number depends on; null when one is missing. */
  private async known(
    { pattern }: FieldRule,
    asked: { record: Model; raw: RawValues; viewer: Viewer },
  ): Promise<Map<string, unknown> | null> {
    const optional = new Set(
      pattern.parts.flatMap(({ segment, options }) => (hasFallback(options) ? (segment.paths?.(options) ?? []) : [])),
    );
    const known = new Map<string, unknown>();
    for (const path of pattern.paths) {
      if (!(await orElse(true, isVisible(path, { ...this.parts, ...asked })))) return null;
      const value = await orElse(null, this.parts.paths.read(asked.record, asked.raw, path, null));
      if (isBlank(value) && (!optional.has(path) || isScope(pattern.counting, path))) return null;
      known.set(path, value);
    }
    return known;
  }

  private async written(rule: FieldRule, record: Model, known: Map<string, unknown>): Promise<string | null> {
    const { pattern, zone } = rule;
    const at = recordTime(record, pattern.dateField, zone, clock.now());
    const next = new Map<number, bigint>();
    for (const { index, rule: counter } of pattern.counting) {
      const scope = counter.scope.map((path) => known.get(path));
      next.set(index, (await this.parts.standing.of(rule, index, { at, scope })).next);
    }
    const context = {
      at,
      zone,
      value: (path: string) => known.get(path),
      instant: (field: string) => toInstant(record.get(field as never), zone),
      random: (limit: number) => randomInt(limit),
    };
    return textsOrNull(pattern, context, next)?.join('') ?? null;
  }
}

/** A relation that is only made by the same save, or a value that its column cannot hold, is not there yet. */
async function orElse<Value>(nothing: Value, read: Promise<Value>): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof InvalidInput || (error as Error).name === 'SequelizeDatabaseError') return nothing;
    throw error;
  }
}

/** A date that no period reaches has no number to come. */
function nullWhenTooFar(error: unknown): null {
  if (error instanceof PluginError && error.code === 'SEQUENCE_DATE_TOO_FAR') return null;
  throw error;
}

/** What is asked about fields of the collection; the rest is none of its record's. */
function ownValues(collection: Collection, values: Record<string, unknown>): Record<string, unknown> {
  const isOwn = (name: string): boolean =>
    collection.fields.has(name) || Object.hasOwn(collection.model.rawAttributes, name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => isOwn(name)));
}

/** The columns in which the platform notes who makes a record. */
function makers(collection: Collection, userId: HintRequest['userId']): Record<string, unknown> {
  if (userId === undefined) return {};
  const columns = [...(collection.fields.values() as Iterable<{ options: MakerOptions }>)].flatMap(({ options }) =>
    options.interface === 'createdBy' || options.interface === 'updatedBy' ? (options.foreignKey ?? []) : [],
  );
  return Object.fromEntries(columns.map((column) => [column, userId]));
}

interface MakerOptions {
  interface?: string;
  foreignKey?: string;
}

function hasFallback(options: Record<string, unknown>): boolean {
  return typeof options.fallback === 'string';
}

function isScope(counting: FieldRule['pattern']['counting'], path: string): boolean {
  return counting.some(({ rule }) => rule.scope.includes(path));
}
