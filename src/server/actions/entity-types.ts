import type { Collection, Database } from '@nocobase/database';
import { whyNot } from '../entity-types/eligible';
import type { Settings } from '../entity-types/entity-type-rows';
import { PAYLOADS } from '../entity-types/entity-type';
import type { EntityTypeSettings } from '../entity-types/entity-type-settings';
import type { Fault } from '../foundation/errors';
import { InvalidInput, NotFound } from '../foundation/errors';
import { say } from '../foundation/say';
import { t } from '../foundation/text-key';
import type { Resources } from './history';
import { historyActions } from './history';
import type { Action, ActionContext } from './input';

const SWITCHES = ['enabled', 'history', 'eventLog'] as const;
/** What comes back with a row that is saved as it was read. */
const UNCHANGEABLE = ['id', 'collection', 'name'] as const;

type Plain = Record<string, unknown>;

/** Which collections' changes are told, and how. */
export function entityTypeActions(
  db: Database,
  resources: Resources,
  settings: EntityTypeSettings,
): Record<'list' | 'get' | 'update' | 'enable', Action> {
  const { list, get } = historyActions(
    resources,
    (ctx, row) => {
      const collection = db.getCollection(String(row.collection)) as Collection | undefined;
      const reason = collection ? whyNot(collection) : { message: t('The collection is not there.') };
      return {
        ...row,
        excludedFields: row.excludedFields ?? [],
        title: collection?.options.title ?? row.collection,
        reason: reason && say(ctx, reason.message, reason.params),
      };
    },
    () => settings.ensure(),
  ) as unknown as Record<'list' | 'get', Action>;
  return {
    list: async (ctx, next) => {
      ctx.action.params.sort ??= ['collection'];
      await list(ctx, next);
    },
    get,
    update: async (ctx, next) => {
      const row = await chosen(db, ctx);
      await settings.update([Number(row.id)], checked(db, row, valuesOf(ctx)));
      // Answers the row as `get` does.
      await get(ctx, next);
    },
    enable: async (ctx, next) => {
      const { collections, enabled = true } = valuesOf(ctx);
      const faults: Fault[] = [];
      if (typeof enabled !== 'boolean') faults.push(fault(t('"{{name}}" must be true or false.'), 'enabled'));
      if (collections !== '*' && !isNames(collections))
        faults.push(fault(t('"{{name}}" must be a list of names of collections, or "*".'), 'collections'));
      if (faults.length > 0) throw new InvalidInput(faults, 'ENTITY_TYPE_INVALID');
      const result = await settings.enable(collections as string[] | '*', enabled as boolean);
      const skipped = result.skipped.map(({ collection, reason }) => ({
        collection,
        reason: say(ctx, reason.message, reason.params),
      }));
      await next();
      ctx.withoutDataWrapping = true;
      ctx.body = { data: { collections: result.collections, skipped } };
    },
  };
}

async function chosen(db: Database, ctx: ActionContext): Promise<Plain> {
  const id = ctx.action.params.filterByTk ?? valuesOf(ctx).id;
  if (!/^\d{1,9}$/.test(String(id)))
    throw new InvalidInput([fault(t('"{{name}}" must be a whole number.'), 'filterByTk')]);
  ctx.action.params.filterByTk = String(id);
  const row = await db.getCollection('entityTypes').model.findByPk(Number(id));
  if (!row) throw new NotFound(t('There is no entity type {{id}}.'), { id: Number(id) });
  return row.get() as Plain;
}

/** What the request changes; refuses all that is wrong at once. */
function checked(db: Database, row: Plain, values: Plain): Settings {
  const faults: Fault[] = [];
  const collection = db.getCollection(String(row.collection)) as Collection | undefined;
  const settings: Settings = {};
  for (const name of SWITCHES) {
    if (values[name] === undefined) continue;
    if (typeof values[name] === 'boolean') settings[name] = values[name];
    else faults.push(fault(t('"{{name}}" must be true or false.'), name));
  }
  for (const name of UNCHANGEABLE)
    if (values[name] !== undefined && String(values[name]) !== String(row[name]))
      faults.push(fault(t('"{{name}}" cannot be changed: others know the events by it.'), name));
  if (values.payload !== undefined) {
    if (PAYLOADS.includes(values.payload as never)) settings.payload = values.payload as Settings['payload'];
    else faults.push(fault(t('"{{name}}" must be changes, snapshot or none.'), 'payload'));
  }
  if (values.excludedFields !== undefined)
    settings.excludedFields = excludedOf(values.excludedFields, collection, faults);
  const reason = collection ? whyNot(collection) : { message: t('The collection is not there.') };
  if (settings.enabled && reason) faults.push({ ...reason, path: 'enabled' });
  if (faults.length > 0) throw new InvalidInput(faults, 'ENTITY_TYPE_INVALID');
  return settings;
}

function excludedOf(value: unknown, collection: Collection | undefined, faults: Fault[]): string[] {
  if (value === null) return [];
  if (!isNames(value)) {
    faults.push(fault(t('"{{name}}" must be a list of names of fields.'), 'excludedFields'));
    return [];
  }
  value.forEach((name, index) => {
    const path = `excludedFields[${index}]`;
    const attributes = collection?.model.rawAttributes ?? {};
    if (!(name in attributes) && !collection?.hasField(name))
      faults.push({ message: t('There is no field "{{name}}".'), path, params: { name } });
    else if (collection?.model.primaryKeyAttributes.includes(name))
      faults.push({
        message: t('"{{name}}" is the key of the record, which every event names.'),
        path,
        params: { name },
      });
  });
  return [...new Set(value)];
}

function valuesOf(ctx: ActionContext): Plain {
  const { values } = ctx.action.params;
  return typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as Plain) : {};
}

function fault(message: string, name: string): Fault {
  return { message, path: name, params: { name } };
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '');
}
