const MOST = 80;

/** Any value of a request as a short text for a message. Never throws. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
