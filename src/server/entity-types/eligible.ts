import type { Collection } from '@nocobase/database';
import type { Fault } from '../foundation/errors';
import { NAMESPACE } from '../foundation/say';
import { t } from '../foundation/text-key';

type Reason = Pick<Fault, 'message' | 'params'>;

interface Options {
  loadedFromCollectionManager?: boolean;
  origin?: string;
  /** Made by the platform for a relation of many to many. */
  isThrough?: boolean;
  template?: string;
  view?: boolean;
  sql?: unknown;
}

/** The platform's plugin that keeps what people made. */
const OF_PEOPLE = '@nocobase/plugin-data-source-main';

/** Tables of the platform's own plugins that hold what people work with, and no secrets. */
const OF_THE_PLATFORM = new Set(['users', 'roles', 'rolesUsers', 'departments', 'departmentsUsers', 'attachments']);

/** Collections that people made in the UI or by the API, and the tables between two of them. */
export function isMadeByPeople(collection: Collection): boolean {
  const { loadedFromCollectionManager, origin, isThrough } = collection.options as Options;
  return loadedFromCollectionManager === true ? origin === OF_PEOPLE : isThrough === true && origin === undefined;
}

/** Collections that have a row among the entity types: those of people, and those of code that a person may pick. */
export function isCandidate(collection: Collection): boolean {
  return isMadeByPeople(collection) || whyNot(collection) === null;
}

/** Why no changes of a collection can be told, in words; null when they can. Pure. */
export function whyNot(collection: Collection): Reason | null {
  const options = collection.options as Options;
  const params = { collection: collection.name };
  if (options.origin === NAMESPACE || collection.name.startsWith('known_'))
    return { message: t('"{{collection}}" belongs to this plugin.'), params };
  const isOfPlatform = !isMadeByPeople(collection) && (options.origin ?? '@nocobase/').startsWith('@nocobase/');
  if (isOfPlatform && !OF_THE_PLATFORM.has(collection.name))
    return { message: t('"{{collection}}" is a table of the platform itself.'), params };
  if (options.view || options.sql || options.template === 'view' || options.template === 'sql')
    return { message: t('"{{collection}}" is a view, which is not written to.'), params };
  if (collection.model.primaryKeyAttributes.length === 0)
    return { message: t('"{{collection}}" has no primary key, so its records cannot be told apart.'), params };
  return null;
}
