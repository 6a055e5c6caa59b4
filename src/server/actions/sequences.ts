import type { Collection, Database } from '@nocobase/database';
import { actorOf } from '../foundation/actor';
import type { BackfillRuns } from '../sequence/integrity/backfill-task';
import type { RepairRuns } from '../sequence/repair/repair-task';
import type { CounterRow } from '../sequence/counters/counter';
import type { SequenceServices } from '../sequence/services';
import type { Action, ActionContext } from './input';
import { backfill } from './backfill';
import { Input, named } from './input';
import { say } from '../foundation/say';
import { hint } from './hint';
import { preview } from './preview';
import { readable, readableFaults } from './readable';

/** What takes time, at once or as a task. */
export interface Runs {
  repair: RepairRuns;
  backfill: BackfillRuns;
}

/** The actions of the `sequences` resource, for admins. */
export function sequenceActions(db: Database, services: SequenceServices, runs: Runs): Record<string, Action> {
  const actions: Record<string, (ctx: ActionContext) => Promise<unknown>> = {
    list: async (ctx) => list(ctx, db, services),
    preview: async (ctx) => preview(ctx, services),
    duplicates: async (ctx) => {
      const { collection, field } = named(new Input(ctx));
      return services.duplicates.find(collection, field);
    },
    hint: async (ctx) => hint(ctx, db, services),
    repair: async (ctx) => repair(ctx, runs.repair),
    integrity: async (ctx) => {
      const { collection, field } = named(new Input(ctx));
      return services.integrity.report(collection, field);
    },
    health: async (ctx) => {
      const input = new Input(ctx);
      const target = { collection: input.collection(), field: input.text('field') };
      input.done();
      const fields = await services.health.of(target);
      return fields.map(({ faults, ...row }) => ({ ...row, faults: readableFaults(ctx, faults) }));
    },
    setNext: async (ctx) => {
      const input = new Input(ctx);
      const request = {
        key: input.whole('key'),
        scope: input.anyText('scope'),
        period: input.anyText('period'),
        next: input.big('next'),
        force: input.flag('force'),
        actor: actorOf(ctx),
        ...named(input),
      };
      const { before, next, counter } = await services.setNext.run(request);
      return { ...counter, before: before?.toString() ?? null, next: next.toString() };
    },
    backfill: async (ctx) => backfill(ctx, services, runs.backfill),
  };
  return Object.fromEntries(Object.entries(actions).map(([name, run]) => [name, respond(run)]));
}

function respond(run: (ctx: ActionContext) => Promise<unknown>): Action {
  return async (ctx, next) => {
    const data = await run(ctx);
    await next();
    // Wrapped here: the platform takes any answer with `rows` for a page of a list.
    ctx.withoutDataWrapping = true;
    ctx.body = { data };
  };
}

async function repair(ctx: ActionContext, runs: RepairRuns): Promise<unknown> {
  const input = new Input(ctx);
  const request = {
    collection: input.collection(),
    field: input.text('field'),
    dryRun: input.flag('dryRun'),
    allowLower: input.flag('allowLower'),
  };
  const inBackground = input.flag('async');
  input.done();
  if (inBackground) return runs.inBackground(request, actorOf(ctx), ctx);
  const done = await runs.inline(request, actorOf(ctx));
  return { ...done, rows: readable(ctx, done.rows) };
}

async function list(ctx: ActionContext, db: Database, services: SequenceServices): Promise<unknown[]> {
  const input = new Input(ctx);
  const [collection, field] = [input.collection(), input.text('field')];
  input.done();
  const rows = await services.counters.rows({ ...(collection && { collection }), ...(field && { field }) });
  return rows.map((row) => described(ctx, db, services, row)).sort((a, b) => (sortText(a) < sortText(b) ? -1 : 1));
}

function described(ctx: ActionContext, db: Database, services: SequenceServices, row: CounterRow) {
  const orphan = services.repair.orphanReason(row);
  const rule = services.rules.find(row.collection, row.field);
  const counter = rule?.pattern.counting.find((part) => part.rule.key === row.key)?.rule;
  const next = counter
    ? row.current !== null && row.current >= counter.start
      ? row.current + 1n
      : counter.start
    : null;
  return {
    ...row,
    current: row.current?.toString() ?? null,
    next: next?.toString() ?? null,
    collectionTitle: titleOf(db.getCollection(row.collection)),
    fieldTitle: fieldTitleOf(db.getCollection(row.collection), row.field),
    timezone: rule?.zone ?? null,
    orphan: orphan && say(ctx, orphan),
  };
}

function titleOf(collection: Collection | undefined): string | null {
  return collection?.options.title ?? null;
}

function fieldTitleOf(collection: Collection | undefined, field: string): string | null {
  const options = collection?.getField(field)?.options as { uiSchema?: { title?: string } } | undefined;
  return options?.uiSchema?.title ?? null;
}

function sortText(row: { collection: string; field: string; key: number; scope: string; period: string }): string {
  return [row.collection, row.field, row.key, row.scope, row.period].join('\u0000');
}
