import type { Collection } from '@nocobase/database';

interface FieldOptions {
  name: string;
  type?: string;
  interface?: string;
  hidden?: boolean;
}

/** How the columns of a collection are told. */
export interface RecordFields {
  /** Attributes that are columns of the table. */
  columns: string[];
  /** Those whose values must not leave the record: hidden, passwords, encrypted ones. */
  secret: ReadonlySet<string>;
  /** Those that change by themselves with every write, so that they alone make no change: `updatedAt`, who updated. */
  restless: ReadonlySet<string>;
}

const SECRET = new Set(['password', 'encryption']);
const RESTLESS = new Set(['updatedAt', 'updatedBy']);

/** Pure but for what the collection looks like now. */
export function recordFields(collection: Collection): RecordFields {
  const { model } = collection;
  const attributes = model.rawAttributes as Record<string, { type?: { key?: string } }>;
  const columns = Object.keys(attributes).filter((name) => attributes[name]?.type?.key !== 'VIRTUAL');
  const [secret, restless] = [new Set<string>(), new Set<string>()];
  for (const name of columns) {
    const options = collection.getField(name)?.options as FieldOptions | undefined;
    if (options?.hidden || SECRET.has(options?.type ?? '') || SECRET.has(options?.interface ?? '')) secret.add(name);
    if (options?.type === 'context' || RESTLESS.has(options?.interface ?? '')) restless.add(name);
  }
  const { updatedAt } =
    (model as unknown as { _timestampAttributes?: { updatedAt?: string } })._timestampAttributes ?? {};
  if (updatedAt) restless.add(updatedAt);
  return { columns, secret, restless };
}
