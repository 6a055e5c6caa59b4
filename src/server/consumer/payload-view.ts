import type { Collection } from '@nocobase/database';
import type { Envelope } from '../outbox/envelope';

/** Stands where a secret was. */
export const HIDDEN = '••••••';
/** Characters of a payload that people get to see. */
const LONGEST = 200_000;

/** Names that secrets go by where no field tells. */
const SECRET_NAME = /passw|secret|token|api_?key|private_?key|credential/i;
const SECRET_TYPES = new Set(['password', 'encryption']);

interface FieldLike {
  type: string;
  options: { hidden?: unknown; interface?: unknown };
}

/** An envelope as people may see it. */
export interface PayloadView {
  text: string;
  /** It was longer. */
  cut: boolean;
}

/**
 * An envelope in readable JSON. Capture stores no secrets; what became one since then, or came from a program, is hidden
 * here: values of hidden and password fields, and those whose name says so where the collection has no such field. Pure.
 */
export function viewOf(envelope: Envelope, collection: Collection | undefined): PayloadView {
  const shown = envelope.data ? { ...envelope, data: withoutSecrets(envelope.data, collection) } : envelope;
  const text = JSON.stringify(shown, null, 2);
  return { text: text.slice(0, LONGEST), cut: text.length > LONGEST };
}

function withoutSecrets(data: NonNullable<Envelope['data']>, collection: Collection | undefined) {
  const hide = (values: Record<string, unknown> | null): Record<string, unknown> | null =>
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isSecret(name, collection) ? HIDDEN : withoutNamed(value)]),
    );
  return {
    ...data,
    before: hide(data.before),
    after: hide(data.after),
    changed: hide(data.changed),
    ...(data.payload !== undefined && { payload: withoutNamed(data.payload) }),
  };
}

function isSecret(name: string, collection: Collection | undefined): boolean {
  const field = collection?.getField(name) as FieldLike | undefined;
  if (!field) return SECRET_NAME.test(name);
  const { hidden, interface: input } = field.options;
  return Boolean(hidden) || SECRET_TYPES.has(field.type) || SECRET_TYPES.has(String(input));
}

function withoutNamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRET_NAME.test(name) ? HIDDEN : withoutNamed(inner)]),
  );
}
