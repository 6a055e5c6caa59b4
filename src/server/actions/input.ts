import { t } from '../foundation/text-key';
import type { Fault } from '../foundation/errors';
import { InvalidInput } from '../foundation/errors';
import type { Translating } from '../foundation/say';

/** What an action of ours uses of the platform's request context. */
export interface ActionContext extends Translating {
  action: { params: Record<string, unknown> & { values?: unknown } };
  request?: { querystring: string };
  state: { currentUser?: { id?: number | string; nickname?: string; username?: string; email?: string } };
  body: unknown;
  status: number;
  /** Set where the app asks for permissions. */
  get?(header: string): string;
  can?(options: { resource: string; action: string }): unknown;
  withoutDataWrapping?: boolean;
  /** The language of the request. */
  getCurrentLocale?(): string;
}

export type Action = (ctx: ActionContext, next: () => Promise<void>) => Promise<void>;

/** Reads the body of a request field by field; faults are gathered, and `done` refuses with all of them. */
export class Input {
  private readonly faults: Fault[] = [];
  private readonly values: Record<string, unknown>;

  /** `named`: the values by their names; by default those of the request's query and body together. */
  constructor(ctx: ActionContext, named?: Record<string, unknown>) {
    const { values, ...params } = ctx.action.params;
    this.values = named ?? { ...params, ...(typeof values === 'object' && values !== null ? values : {}) };
  }

  raw(name: string): unknown {
    return this.values[name];
  }

  text(name: string, { required = false } = {}): string | undefined {
    const value = this.values[name];
    if (value === undefined || value === null || (value === '' && !required)) {
      if (required) this.fault(t('"{{name}}" is missing.'), name);
      return undefined;
    }
    if (typeof value === 'string' && value !== '') return value;
    this.fault(t('"{{name}}" must be text.'), name);
    return undefined;
  }

  /** Text in which '' means something. */
  anyText(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') return value;
    this.fault(t('"{{name}}" must be text.'), name);
    return undefined;
  }

  flag(name: string): boolean {
    const value = this.values[name];
    if (value === undefined || value === null || value === '' || value === false || value === 'false') return false;
    if (value === true || value === 'true') return true;
    this.fault(t('"{{name}}" must be true or false.'), name);
    return false;
  }

  /** The name of a collection; a path of relations, which the platform would follow, is none. */
  collection(options: { required?: boolean } = {}): string | undefined {
    const name = this.text('collection', options);
    if (!name?.includes('.')) return name;
    this.fault(t('"{{name}}" must be the name of a collection.'), 'collection');
    return undefined;
  }

  whole(name: string): number | undefined {
    const value = this.values[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (isPlain(value) && /^\d{1,15}$/.test(String(value))) return Number(value);
    this.fault(t('"{{name}}" must be a whole number.'), name);
    return undefined;
  }

  /** A plain object, or its JSON text, as it comes in a query. */
  object(name: string): Record<string, unknown> {
    const value = this.values[name];
    if (value === undefined || value === null || value === '') return {};
    const found = typeof value === 'string' ? parsed(value) : value;
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found as Record<string, unknown>;
    this.fault(t('"{{name}}" must be an object.'), name);
    return {};
  }

  /** A whole number of any size, as number or digits. */
  big(name: string): bigint {
    const value = this.values[name];
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text === 'string' && /^\d{1,30}$/.test(text.trim())) return BigInt(text.trim());
    this.fault(t('The next number must be a whole number that is not negative.'), name);
    return 0n;
  }

  /** @throws InvalidInput when anything read so far was wrong. */
  done(): void {
    if (this.faults.length > 0) throw new InvalidInput(this.faults);
  }

  private fault(message: string, name: string): void {
    this.faults.push({ message, path: name, params: { name } });
  }
}

/** The field that a request names. @throws InvalidInput for all that was read so far. */
export function named(input: Input): { collection: string; field: string } {
  const [collection, field] = [input.collection({ required: true }), input.text('field', { required: true })];
  input.done();
  return { collection: collection as string, field: field as string };
}

/** Making anything else text could throw, or ask the value itself. */
function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
