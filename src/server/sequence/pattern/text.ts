/** Text that matches itself and nothing else, in JavaScript, PostgreSQL and MySQL/MariaDB regular expressions alike. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Null, undefined and text of nothing but white space all mean that no number was given. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** The most characters that a number can have: those of its column. */
export const LONGEST_NUMBER = 255;

/** False for text with NUL or half characters, which databases refuse or change. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

/** Its length as databases count it: a character outside the basic plane is one. */
export function characters(text: string): number {
  return text.length <= LONGEST_NUMBER ? text.length : [...text].length;
}
