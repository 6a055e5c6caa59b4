import { t } from '../../foundation/text-key';
import type { Database } from '@nocobase/database';
import { Busy, Conflict, PluginError } from '../../foundation/errors';
import { classifyDatabaseError } from '../../foundation/database-error';
import type { SequenceFieldLike } from '../field/field-locator';
import { sequenceFields } from '../field/field-locator';
import { isTyped } from './typed-numbers';

interface HttpContext {
  status: number;
  body: unknown;
  set(name: string, value: string): void;
  t?(text: string, options?: Record<string, unknown>): string;
}

interface ErrorHandler {
  handlers: Array<{ guard: (error: unknown) => boolean; render: (error: unknown, ctx: HttpContext) => void }>;
}

interface UniqueError {
  name?: string;
  errors?: Array<{
    path?: string;
    instance?: { constructor: { collection?: { name: string } }; get(name: string): unknown };
  }>;
  fields?: Record<string, unknown>;
  parent?: { table?: string };
}

/** Translates a text for the request at hand. */
type Say = (ctx: HttpContext, text: string, params?: Record<string, string | number>) => string;

const RETRY_AFTER_SECONDS = 2;

/**
 * Answers our errors over HTTP: translated, with the path of what is wrong, and never with SQL. Lock waits and deadlocks
 * anywhere in a write become a 503 with Retry-After; a number that the data holds already becomes a 409 that names Repair.
 */
export function answerErrors(errorHandler: ErrorHandler, db: Database, say: Say): void {
  errorHandler.handlers.unshift({
    guard: (error) => translate(error, db) !== null,
    render: (error, ctx) => {
      const known = translate(error, db) as PluginError;
      ctx.status = known.status;
      if (known.retryable) ctx.set('Retry-After', String(RETRY_AFTER_SECONDS));
      const faults = known.faults.map((fault) => ({
        message: say(ctx, fault.message, fault.params),
        path: fault.path,
        code: fault.code ?? known.code,
      }));
      ctx.body = {
        errors: faults.length > 0 ? faults : [{ message: say(ctx, known.template, known.params), code: known.code }],
      };
    },
  });
}

/** The error to answer with; null leaves it to the platform. */
export function translate(error: unknown, db: Database): PluginError | null {
  const own = ownError(error);
  if (own) return own;
  if (classifyDatabaseError(error) !== 'other') return new Busy(error);
  return behind(error as UniqueError, db);
}

function ownError(error: unknown): PluginError | null {
  let current = error as { cause?: unknown; params?: { cause?: unknown } } | undefined;
  for (let depth = 0; current && depth < 4; depth++) {
    if (current instanceof PluginError) return current;
    current = (current.cause ?? current.params?.cause) as typeof current;
  }
  return null;
}

/** A unique clash on a number that we gave (not one that was typed) means that the counter is below the data. */
function behind(error: UniqueError, db: Database): Conflict | null {
  if (error?.name !== 'SequelizeUniqueConstraintError') return null;
  for (const item of error.errors ?? []) {
    const collection = item.instance?.constructor.collection?.name;
    const field =
      collection &&
      sequenceFields(db.getCollection(collection)).find(
        (found) => columnOf(found) === item.path || found.name === item.path,
      );
    if (!field || isTyped(item.instance, field.name)) continue;
    return new Conflict(
      t(
        'The number "{{value}}" of "{{field}}" is in the data already: its counter is behind. Run Repair on the Sequences page (or the command "repair"), then save again.',
      ),
      {
        code: 'SEQUENCE_BEHIND',
        cause: error,
        params: { field: field.name, value: text(item.instance?.get(field.name)) },
      },
    );
  }
  return null;
}

function columnOf(field: SequenceFieldLike): string {
  return (field.collection.model.rawAttributes as Record<string, { field?: string }>)[field.name]?.field ?? field.name;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
