import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import type { Within } from '../counters/counters';
import type { NumberGroup, NumberGroups, NumberReader, Progress, Span } from './number-reader';
import type { FieldSource } from './field-source';
import { fieldSource } from './field-source';
import { periodOf } from '../pattern/period';
import { knownTime, toInstant } from '../numbering/record-time';
import { scopeText } from '../numbering/scope';
import { scopeValues } from '../numbering/scope-values';
import type { CounterRule } from '../pattern/segments/segment';
import { isBlank } from '../pattern/text';
import { clock } from '../../foundation/clock';

const PAGE = 5_000;

/** One value of a field as it stands in the data. */
export interface ReadNumber {
  /** Its record's primary key; null without one of a single column. */
  id: string | number | null;
  value: string;
  /** Its counted number, null when the value has another shape. */
  number: bigint | null;
  scope: string;
  period: string;
  at: Date;
  /** False where neither the record nor its number tells which period it is of; the present one is assumed. */
  told: boolean;
}

/** Reads a field's values page after page and takes them apart here: for databases and patterns SQL cannot do. */
export class StreamedNumbers implements NumberReader {
  constructor(private readonly db: Database) {}

  serves(): boolean {
    return true;
  }

  async largest(span: Span, within: Within): Promise<bigint | null> {
    const scope = scopeText(span.scope ?? []);
    const period = span.period?.key ?? '';
    let largest: bigint | null = null;
    for await (const read of this.read(span, within)) {
      if (read.number === null || read.period !== period || read.scope !== scope) continue;
      if (largest === null || read.number > largest) largest = read.number;
    }
    return largest;
  }

  async groups(span: Span, within: Within, progress?: Progress): Promise<NumberGroups> {
    const groups = new Map<string, NumberGroup>();
    const result: NumberGroups = { groups: [], unreadable: 0, sample: null };
    for await (const read of this.read(span, within, progress)) {
      if (read.number === null) {
        result.unreadable += 1;
        result.sample ??= read.value;
        continue;
      }
      if (!read.told) continue;
      const id = JSON.stringify([read.scope, read.period]);
      const known = groups.get(id);
      if (!known) groups.set(id, { scope: read.scope, period: read.period, largest: read.number, latest: read.at });
      else {
        if (read.number > known.largest) known.largest = read.number;
        if (known.latest === null || read.at > known.latest) known.latest = read.at;
      }
    }
    result.groups = [...groups.values()];
    return result;
  }

  /** All values of the span, in the order of the primary key. Memory: one page. */
  async *read(span: Span, within: Within, progress?: Progress): AsyncGenerator<ReadNumber> {
    const source = fieldSource(this.db, span.collection, span.field);
    let done = 0;
    for await (const rows of this.pages(span, source, within)) {
      for (const row of rows) {
        const read = isBlank(row.value) ? null : this.toNumber(span, row);
        if (read) yield read;
      }
      done += rows.length;
      await progress?.(done);
    }
  }

  private async *pages(
    span: Span,
    source: FieldSource,
    within: Within,
  ): AsyncGenerator<Array<Record<string, unknown>>> {
    const { sql, replacements } = this.select(span, source);
    const key = source.primaryKey;
    let last: unknown;
    for (;;) {
      const after = key && last !== undefined ? `AND ${key} > :last` : '';
      const paging = key ? `ORDER BY ${key} LIMIT ${PAGE}` : '';
      const rows = await this.db.sequelize.query<Record<string, unknown>>(`${sql} ${after} ${paging}`, {
        type: QueryTypes.SELECT,
        replacements: { ...replacements, last },
        transaction: within ?? null,
      });
      yield rows;
      if (!key || rows.length < PAGE) return;
      last = rows[rows.length - 1]?.k;
    }
  }

  private select(span: Span, source: FieldSource): { sql: string; replacements: Record<string, unknown> } {
    const rule = ruleOf(span);
    const replacements: Record<string, unknown> = {};
    const columns = [`${source.primaryKey ?? 'NULL'} AS k`, `${source.column} AS value`];
    pathsOf(span).forEach((path, i) => columns.push(`${source.at(path) ?? 'NULL'} AS p${i}`));
    const conditions = [`${source.column} IS NOT NULL`];
    if (span.values) {
      conditions.push(`${source.column} IN (:values)`);
      replacements.values = span.values;
    }
    (span.scope ?? []).forEach((value, i) => {
      const expression = source.at(rule.scope[i]);
      if (!expression || isBlank(value) || typeof value === 'object') return;
      conditions.push(`${expression} = :scope${i}`);
      replacements[`scope${i}`] = value;
    });
    return { sql: `SELECT ${columns.join(', ')} FROM ${source.from} WHERE ${conditions.join(' AND ')}`, replacements };
  }

  /** Null for a number of another period than the present one where only its own date tells. */
  private toNumber(span: Span, row: Record<string, unknown>): ReadNumber | null {
    const paths = pathsOf(span);
    const at = (path: string): unknown => (paths.includes(path) ? row[`p${paths.indexOf(path)}`] : undefined);
    const { pattern, zone, index } = span;
    const rule = ruleOf(span);
    const stored = knownTime({ get: at }, pattern.dateField, zone);
    const time = stored ?? clock.now();
    const known = new Map<number, string>();
    const isKnown = stored !== null || rule.cycle === null;
    pattern.parts.forEach((part, i) => {
      if (!part.segment.paths && (isKnown || !part.segment.dateField)) return;
      const context = {
        at: time,
        zone,
        value: at,
        number: 0n,
        random: () => 0,
        instant: (field: string) => toInstant(at(field), zone),
      };
      known.set(i, part.segment.render(part.options, context));
    });
    const value = String(row.value);
    if (!isKnown && pattern.matches(value) && !pattern.matchesWith(value, known)) return null;
    return {
      id: row.k as ReadNumber['id'],
      value,
      number: pattern.read(value, known)?.get(index) ?? null,
      scope: scopeText(scopeValues(this.db, span.collection, rule.scope, rule.scope.map(at))),
      period: periodOf(time, rule.cycle, zone).key,
      at: time,
      told: isKnown || pattern.hasDate,
    };
  }
}

/** The paths that tell a value's scope, time and known texts. */
function pathsOf(span: Span): string[] {
  const paths = [...span.pattern.paths, span.pattern.dateField ?? 'createdAt', 'createdAt'];
  return [...new Set(paths)];
}

function ruleOf(span: Span): CounterRule {
  return span.pattern.parts[span.index]?.rule as CounterRule;
}
