import { Utils } from 'sequelize';

/** Longest name of an entity type, so that `Update_<name>` fits its column. */
export const LONGEST_NAME = 80;

/**
 * The name that a collection's events carry: `sales_orders` → `SalesOrder`. Letters, digits and `_` only; of names that
 * are `taken` (in lower case) it is the next free one, `Order2`. Pure.
 */
export function entityName(collection: string, taken: ReadonlySet<string>): string {
  const words = collection.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const last = words.at(-1);
  if (last) words[words.length - 1] = Utils.singularize(last);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const name = (/^[A-Za-z]/.test(joined) ? joined : `Entity${joined}`).slice(0, LONGEST_NAME - 6);
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number++) {
    const next = `${name}${number}`;
    if (!taken.has(next.toLowerCase())) return next;
  }
}
