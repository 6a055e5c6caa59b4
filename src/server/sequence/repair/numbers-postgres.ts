import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import type { Within } from '../counters/counters';
import type { NumberGroups, NumberReader, Progress, Span } from './number-reader';
import type { FieldSource } from './field-source';
import { fieldSource } from './field-source';
import { numberShape } from '../pattern/number-shape';
import { LARGEST } from '../pattern/pattern';
import type { CounterRule } from '../pattern/segments/segment';
import { parseNumber } from '../pattern/segments/integer';
import { periodOf, resetsBetween } from '../pattern/period';
import { scopeText } from '../numbering/scope';
import { isStructured, scopeValues } from '../numbering/scope-values';
import { isBlank } from '../pattern/text';
import { wallAt } from '../pattern/zone';

/** Beyond this many periods the list of their bounds gets too long for a statement. */
const MOST_PERIODS = 20_000;

type Replacements = Record<string, unknown>;

/** Finds the largest numbers by one aggregate over the table. */
export class PostgresNumbers implements NumberReader {
  /** `otherwise` reads spans whose periods are too many for one statement. */
  constructor(
    private readonly db: Database,
    private readonly otherwise: NumberReader,
  ) {}

  serves(span: Span): boolean {
    const source = this.source(span);
    const rule = ruleOf(span);
    const plainScope = !rule.scope.some((path) => isStructured(this.db, span.collection, path));
    const shown = span.pattern.parts.some((part) => part.segment.paths !== undefined);
    return plainScope && !shown && (rule.cycle === null || source.time(span.pattern.dateField) !== null);
  }

  async largest(span: Span, within: Within): Promise<bigint | null> {
    const source = this.source(span);
    const number = readNumber(span, source);
    const replacements: Replacements = { zone: span.zone, ...number.replacements };
    const where = [
      `${source.column} IS NOT NULL`,
      ...this.scoped(span, source, replacements),
      ...this.timed(span, source, replacements),
    ];
    const [row] = await this.select<{ largest: string | null }>(
      `SELECT ${number.largest(number.sql)} AS largest FROM ${source.from} WHERE ${where.join(' AND ')}`,
      replacements,
      within,
    );
    return parsed(row?.largest ?? null, ruleOf(span));
  }

  /**
   * One read of the table, shared by several processes of the server where it has them. The empty second half of the
   * union is what makes the server work out each value once, and not once for every aggregate.
   */
  async groups(span: Span, within: Within, progress?: Progress): Promise<NumberGroups> {
    const source = this.source(span);
    const rule = ruleOf(span);
    const bounds = await this.bounds(span, source, within);
    if (!bounds) return this.otherwise.groups(span, within, progress);
    const number = readNumber(span, source);
    const time = rule.cycle === null ? null : source.time(span.pattern.dateField);
    const columns: Record<string, string> = {
      n: `COALESCE(${number.sql}, CASE WHEN btrim(${source.column}) <> '' THEN ${number.none} END)`,
      value: source.column,
    };
    const keys = rule.scope.map((_, i) => `s${i}`);
    rule.scope.forEach((path, i) => (columns[`s${i}`] = source.at(path) as string));
    if (time && bounds.length > 0) {
      columns.bucket = `width_bucket(${time.expression}, ${this.boundList(bounds, time.kind, span.zone)})`;
      columns.at = time.expression;
      keys.push('bucket');
    }
    const names = Object.keys(columns);
    const rows = await this.select<GroupRow>(
      `SELECT ${[...keys, `${number.largest('n')} AS largest`].join(', ')},
         count(*) FILTER (WHERE n = ${number.none}) AS seen, min(value) FILTER (WHERE n = ${number.none}) AS sample
         ${columns.at ? ', max(at) AS latest' : ''}
       FROM (SELECT ${names.map((name) => `${columns[name]} AS ${name}`).join(', ')} FROM ${source.from} WHERE ${source.column} IS NOT NULL
         UNION ALL SELECT ${names.map(() => 'NULL').join(', ')} FROM ${source.from} WHERE false) AS numbers
       ${keys.length > 0 ? `GROUP BY ${keys.join(', ')}` : ''}`,
      { zone: span.zone, ...number.replacements },
      within,
    );
    return collect(this.db, span, rows, bounds);
  }

  private source(span: Span): FieldSource {
    return fieldSource(this.db, span.collection, span.field);
  }

  private scoped(span: Span, source: FieldSource, replacements: Replacements): string[] {
    const { scope } = span;
    if (!scope) return [];
    return ruleOf(span).scope.map((path, i) => {
      const expression = source.at(path) as string;
      if (isBlank(scope[i])) return `btrim(COALESCE(${expression}::text, '')) = ''`;
      replacements[`scope${i}`] = scope[i];
      return `${expression} = :scope${i}`;
    });
  }

  private timed(span: Span, source: FieldSource, replacements: Replacements): string[] {
    const time = span.period?.start ? source.time(span.pattern.dateField) : null;
    if (!time || !span.period) return [];
    const { start, end } = span.period as { start: Date; end: Date };
    const reading = (instant: Date): unknown => (time.kind === 'instant' ? instant : wallText(instant, span.zone));
    replacements.from = reading(start);
    replacements.to = reading(end);
    return [`${time.expression} >= :from`, `${time.expression} < :to`];
  }

  /** Starts of all periods that the data reaches into, in order. Empty: no data, or no resets. Null: too many. */
  private async bounds(span: Span, source: FieldSource, within: Within): Promise<Date[] | null> {
    const { cycle } = ruleOf(span);
    const time = cycle === null ? null : source.time(span.pattern.dateField);
    if (cycle === null || !time) return [];
    const instant = time.kind === 'instant' ? time.expression : `(${time.expression})::timestamp AT TIME ZONE :zone`;
    const [row] = await this.select<{ first: Date | null; last: Date | null }>(
      `SELECT min(${instant}) AS first, max(${instant}) AS last FROM ${source.from} WHERE ${source.column} IS NOT NULL`,
      { zone: span.zone },
      within,
    );
    if (!row?.first || !row.last) return [];
    // Dates before the year 1 have no literal that PostgreSQL and JavaScript share.
    if (row.first.getUTCFullYear() < 1) return null;
    const start = periodOf(row.first, cycle, span.zone).start as Date;
    const resets = resetsBetween(row.first, row.last, { cycle, zone: span.zone, most: MOST_PERIODS });
    return resets && [start, ...resets];
  }

  private boundList(bounds: Date[], kind: 'instant' | 'wall', zone: string): string {
    const type = kind === 'instant' ? 'timestamptz' : 'timestamp';
    const texts = bounds.map((bound) => `'${kind === 'instant' ? literal(bound) : wallText(bound, zone)}'`);
    return `ARRAY[${texts.join(',')}]::${type}[]`;
  }

  private select<Row extends object>(sql: string, replacements: Replacements, within: Within): Promise<Row[]> {
    return this.db.sequelize.query<Row>(sql, { type: QueryTypes.SELECT, replacements, transaction: within ?? null });
  }
}

/** A group as the database hands it over. */
type GroupRow = Record<string, unknown> & {
  largest: string | null;
  bucket?: number | null;
  seen: string;
  sample: string | null;
};

/** The counted number of a value as SQL: `sql` is null for a value of another shape, `none` stands below all numbers. */
interface NumberSql {
  sql: string;
  none: string;
  largest(numbers: string): string;
  replacements: Replacements;
}

/** Numbers of other bases are compared as text of one length. */
function readNumber(span: Span, source: FieldSource): NumberSql {
  const { base } = ruleOf(span);
  const { matches, digits, replacements } = numberShape(span.pattern, span.index, source.column);
  const where = (condition: string | null, value: string): string =>
    condition ? `CASE WHEN ${condition} THEN ${value} END` : value;
  if (base === 10) {
    return { sql: where(matches, `${digits}::bigint`), none: '-1', largest: (n) => `max(${n})::text`, replacements };
  }
  const padded = `lpad(lower(${digits}), 64, '0')`;
  const limit = `${padded} COLLATE "C" <= '${LARGEST.toString(base).padStart(64, '0')}'`;
  return {
    sql: where(matches ? `${matches} AND ${limit}` : limit, padded),
    none: `''`,
    largest: (n) => `max(${n} COLLATE "C")`,
    replacements,
  };
}

function collect(db: Database, span: Span, rows: GroupRow[], bounds: Date[]): NumberGroups {
  const rule = ruleOf(span);
  const result: NumberGroups = { groups: [], unreadable: 0, sample: null };
  const scopes = (row: Record<string, unknown>): unknown[] =>
    scopeValues(
      db,
      span.collection,
      rule.scope,
      rule.scope.map((_, i) => row[`s${i}`]),
    );
  for (const row of rows) {
    result.unreadable += Number(row.seen);
    result.sample ??= row.sample;
    const largest = parsed(row.largest, rule);
    const start = rule.cycle === null ? undefined : bounds[Number(row.bucket ?? 0) - 1];
    if (largest === null || (rule.cycle !== null && !start)) continue;
    result.groups.push({
      scope: scopeText(scopes(row)),
      period: start ? start.toISOString() : '',
      largest,
      latest: row.latest instanceof Date ? row.latest : (start ?? null),
    });
  }
  return merged(result);
}

/** Blank and missing scope values are one scope; the database keeps them apart. */
function merged(result: NumberGroups): NumberGroups {
  const groups = new Map<string, NumberGroups['groups'][number]>();
  for (const group of result.groups) {
    const id = JSON.stringify([group.scope, group.period]);
    const known = groups.get(id);
    if (!known || group.largest > known.largest) groups.set(id, group);
  }
  return { ...result, groups: [...groups.values()] };
}

function ruleOf(span: Span): CounterRule {
  return span.pattern.parts[span.index]?.rule as CounterRule;
}

/** Null also for what stands below all numbers. */
function parsed(text: string | null, rule: CounterRule): bigint | null {
  return text === null || text === '' || text === '-1' ? null : parseNumber(text, rule.base);
}

function wallText(instant: Date, zone: string): string {
  return literal(wallAt(instant, zone)).replace('T', ' ').replace('Z', '');
}

/** ISO text with the year as PostgreSQL reads it, also past 9999. */
function literal(instant: Date): string {
  return instant.toISOString().replace(/^\+0*/, '');
}
