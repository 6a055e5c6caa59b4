import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import type { Within } from './counters';
import type { NumberGroups, NumberReader, Progress, Span } from './number-reader';
import type { FieldSource } from './field-source';
import { fieldSource } from './field-source';
import { LARGEST } from './pattern';
import type { CounterRule } from './segments/segment';
import { parseNumber } from './segments/integer';
import { periodOf, resetsBetween } from './period';
import { scopeText } from './scope';
import { isStructured, scopeValues } from './scope-values';
import { isBlank } from './text';
import { wallAt } from './zone';

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
    const replacements: Replacements = { zone: span.zone, shape: span.pattern.captureSource(span.index) };
    const where = [
      `${source.column} IS NOT NULL`,
      ...this.scoped(span, source, replacements),
      ...this.timed(span, source, replacements),
    ];
    const [row] = await this.select<{ largest: string | null }>(
      `SELECT ${this.maximum(span, source)} AS largest FROM ${source.from} WHERE ${where.join(' AND ')}`,
      replacements,
      within,
    );
    return parsed(row?.largest ?? null, ruleOf(span));
  }

  async groups(span: Span, within: Within, progress?: Progress): Promise<NumberGroups> {
    const source = this.source(span);
    const rule = ruleOf(span);
    const bounds = await this.bounds(span, source, within);
    if (!bounds) return this.otherwise.groups(span, within, progress);
    const replacements: Replacements = { zone: span.zone, shape: span.pattern.captureSource(span.index) };
    const time = rule.cycle === null ? null : source.time(span.pattern.dateField);
    const scopes = rule.scope.map((path, i) => `${source.at(path)} AS s${i}`);
    const bucket =
      time && bounds.length > 0
        ? `width_bucket(${time.expression}, ${this.boundList(bounds, time.kind, span.zone)})`
        : '0';
    const keys = [...rule.scope.map((_, i) => `s${i}`), 'bucket'];
    const rows = await this.select<
      Record<string, unknown> & { largest: string | null; bucket: number | null; seen: string; sample: string | null }
    >(
      `SELECT ${[...rule.scope.map((_, i) => `s${i}`), 'bucket'].join(', ')}, ${this.largestOf(rule)} AS largest,
         count(*) FILTER (WHERE n IS NULL AND btrim(value) <> '') AS seen, min(value) FILTER (WHERE n IS NULL AND btrim(value) <> '') AS sample ${time ? ', max(at) AS latest' : ''}
       FROM (SELECT ${[...scopes, `${bucket} AS bucket`, `${this.number(span, source)} AS n`, `${source.column} AS value`, ...(time ? [`${time.expression} AS at`] : [])].join(', ')}
         FROM ${source.from} WHERE ${source.column} IS NOT NULL OFFSET 0) AS numbers
       GROUP BY ${keys.join(', ')}`,
      replacements,
      within,
    );
    return collect(this.db, span, rows, bounds);
  }

  private source(span: Span): FieldSource {
    return fieldSource(this.db, span.collection, span.field);
  }

  /** The counted number of a value, null when it has another shape. */
  private number(span: Span, source: FieldSource): string {
    const text = `substring(${source.column} from :shape)`;
    const { base } = ruleOf(span);
    if (base === 10) return `${text}::bigint`;
    const padded = `lpad(lower(${text}), 64, '0')`;
    const largest = LARGEST.toString(base).padStart(64, '0');
    return `CASE WHEN ${padded} COLLATE "C" <= '${largest}' THEN ${padded} END`;
  }

  private largestOf(rule: CounterRule): string {
    return rule.base === 10 ? 'max(n)::text' : 'max(n COLLATE "C")';
  }

  private maximum(span: Span, source: FieldSource): string {
    const number = this.number(span, source);
    return ruleOf(span).base === 10 ? `max(${number})::text` : `max(${number} COLLATE "C")`;
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

function collect(
  db: Database,
  span: Span,
  rows: Array<
    Record<string, unknown> & { largest: string | null; bucket: number | null; seen: string; sample: string | null }
  >,
  bounds: Date[],
): NumberGroups {
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

function parsed(text: string | null, rule: CounterRule): bigint | null {
  return text === null ? null : parseNumber(text, rule.base);
}

function wallText(instant: Date, zone: string): string {
  return literal(wallAt(instant, zone)).replace('T', ' ').replace('Z', '');
}

/** ISO text with the year as PostgreSQL reads it, also past 9999. */
function literal(instant: Date): string {
  return instant.toISOString().replace(/^\+0*/, '');
}
