import { fill } from './errors';

/** The part of a request context that translates. */
export interface Translating {
  t?(text: string, options?: Record<string, unknown>): string;
}

/** Name under which the platform keeps our texts. */
export const NAMESPACE = 'nocobase-plugin-sequence-outbox';

/** A text in the language of the request, with its placeholders filled. */
export function say(ctx: Translating, text: string, params: Record<string, string | number> = {}): string {
  const translated = ctx.t
    ? ctx.t(text, { ns: NAMESPACE, interpolation: { skipOnVariables: true, prefix: '\u0000' } })
    : text;
  return fill(translated, params);
}
