import { t } from '../../foundation/text-key';
import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { NotFound } from '../../foundation/errors';
import type { Within } from '../counters/counters';
import { declaringCollection } from '../field/field-locator';
import type { FieldSource } from '../repair/field-source';
import { fieldSource } from '../repair/field-source';

/** A value that stands in more than one record, with the primary keys of some of them. */
export interface Duplicate {
  value: string;
  count: number;
  ids: Array<string | number>;
}

export interface Duplicates {
  /** How many values stand more than once. */
  total: number;
  /** The most frequent of them. */
  duplicates: Duplicate[];
}

const LISTED = 100;
const IDS = 5;

/** Finds values that stand more than once, as a unique index would. Only reads. */
export class DuplicateValues {
  constructor(private readonly db: Database) {}

  /** @throws NotFound when there is no such field in the database. */
  async find(collection: string, field: string, within?: Within): Promise<Duplicates> {
    const source = this.sourceOf(collection, field);
    const repeated = repeatedIn(source, `${source.column} IS NOT NULL`);
    const [counted] = await this.read<{ total: string }>(
      `SELECT COUNT(*) AS total FROM (${repeated}) AS d`,
      {},
      within,
    );
    const total = Number(counted?.total ?? 0);
    if (total === 0) return { total, duplicates: [] };
    return { total, duplicates: await this.list(source, repeated, LISTED, within) };
  }

  /** Numbers that stand more than once; records without one are none. The most frequent first, `most` at most. */
  filled(collection: string, field: string, most: number): Promise<Duplicate[]> {
    const source = this.sourceOf(collection, field);
    return this.list(source, repeatedIn(source, `TRIM(${source.column}) <> ''`), most, null);
  }

  private async list(source: FieldSource, repeated: string, most: number, within: Within): Promise<Duplicate[]> {
    const rows = await this.read<{ value: string; times: string }>(
      `${repeated} ORDER BY COUNT(*) DESC, ${source.column} LIMIT ${most}`,
      {},
      within,
    );
    if (rows.length === 0) return [];
    const ids = await this.idsOf(
      source,
      rows.map((row) => row.value),
      within,
    );
    return rows.map(({ value, times }) => ({ value, count: Number(times), ids: ids.get(value) ?? [] }));
  }

  /** Which of these values stand in the data. */
  async taken(collection: string, field: string, values: string[], within?: Within): Promise<string[]> {
    if (values.length === 0) return [];
    const source = this.sourceOf(collection, field);
    const rows = await this.read<{ value: string }>(
      `SELECT DISTINCT ${source.column} AS value FROM ${source.from} WHERE ${source.column} IN (:values)`,
      { values },
      within,
    );
    return rows.map((row) => row.value);
  }

  private async idsOf(source: FieldSource, values: string[], within: Within): Promise<Map<string, Duplicate['ids']>> {
    const ids = new Map<string, Duplicate['ids']>();
    if (!source.primaryKey) return ids;
    const rows = await this.read<{ value: string; id: string | number }>(
      `SELECT value, id FROM (SELECT ${source.column} AS value, ${source.primaryKey} AS id,
         ROW_NUMBER() OVER (PARTITION BY ${source.column} ORDER BY ${source.primaryKey}) AS place
       FROM ${source.from} WHERE ${source.column} IN (:values)) AS d WHERE place <= ${IDS} ORDER BY id`,
      { values },
      within,
    );
    for (const { value, id } of rows) {
      const known = values.find((found) => found === value) ?? values.find((found) => sameText(found, value)) ?? value;
      ids.set(known, [...(ids.get(known) ?? []), id]);
    }
    return ids;
  }

  private sourceOf(collection: string, field: string): FieldSource {
    const found = this.db.getCollection(collection);
    if (found?.getField(field)?.type !== 'sequence')
      throw new NotFound(t('There is no sequence field "{{field}}" in "{{collection}}".'), { collection, field });
    return fieldSource(this.db, this.db.getCollection(declaringCollection(found, field)), field);
  }

  private read<Row extends object>(sql: string, replacements: object, within: Within): Promise<Row[]> {
    return this.db.sequelize.query<Row>(sql, {
      type: QueryTypes.SELECT,
      replacements: { ...replacements },
      transaction: within ?? null,
    });
  }
}

/** The SELECT of values that stand more than once. */
function repeatedIn({ column, from }: FieldSource, condition: string): string {
  return `SELECT ${column} AS value, COUNT(*) AS times FROM ${from} WHERE ${condition}
    GROUP BY ${column} HAVING COUNT(*) > 1`;
}

/** MySQL and MariaDB take texts that differ in case, or in spaces at the end, for the same. */
function sameText(a: string, b: string): boolean {
  return a.trimEnd().localeCompare(b.trimEnd(), undefined, { sensitivity: 'base' }) === 0;
}
