/** The list with one item moved; unchanged when a place is outside of it. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const result = [...list];
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return result;
  result.splice(to, 0, ...result.splice(from, 1));
  return result;
}

/** The list without one item. */
export function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, place) => place !== index);
}

/** The list with one item replaced. */
export function replaced<T>(list: readonly T[], index: number, item: T): T[] {
  return list.map((old, place) => (place === index ? item : old));
}
