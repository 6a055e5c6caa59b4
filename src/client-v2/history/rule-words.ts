import { kindOf } from '../editor/segment-words';
import type { Host } from '../host/host';

/** The value of an option in words; a pattern has a line for each of its parts. '' where there is none. */
export function ruleWords(option: string, text: string, t: Host['t']): string {
  const value = read(text);
  if (option === 'patterns' && Array.isArray(value)) return value.map((part) => partWords(part, t)).join('\n');
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  return text;
}

/** A part by its kind and its options, as the API names them. */
function partWords(part: unknown, t: Host['t']): string {
  const { type, options } = part as { type?: unknown; options?: unknown };
  const kind = typeof type === 'string' ? kindOf(type, t) : JSON.stringify(part);
  const named = Object.entries(options ?? {}).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return named.length > 0 ? `${kind}: ${named.join(', ')}` : kind;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
