const typed = new WeakMap<object, Set<string>>();

/** Notes that a record's number came from outside: a clash on it is the writer's, not the counter's. */
export function rememberTyped(record: object, field: string): void {
  typed.set(record, (typed.get(record) ?? new Set<string>()).add(field));
}

export function isTyped(record: object | undefined, field: string): boolean {
  return record !== undefined && (typed.get(record)?.has(field) ?? false);
}
