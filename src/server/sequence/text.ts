/** Text that matches itself and nothing else, in JavaScript, PostgreSQL and MySQL/MariaDB regular expressions alike. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Null, undefined and text of nothing but white space all mean that no number was given. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}
