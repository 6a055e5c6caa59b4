/** A counter that no part names any more, and what its part was like. */
export interface FreeKey {
  key: number;
  resets: boolean;
  scoped: boolean;
}

/** A counting part that came without its key. */
export type Keyless = Omit<FreeKey, 'key'>;

/**
 * Gives each part a free key, at most once: first the one of a part that counted in the same way, then any that is left,
 * both in their order. The first group of keys goes first. Null for parts that are more than there are keys. Pure.
 */
export function matchKeys(parts: Keyless[], groups: FreeKey[][]): Array<number | null> {
  const keys: Array<number | null> = parts.map(() => null);
  for (const group of groups) {
    const left = [...group];
    const fill = (fits: (candidate: FreeKey, part: Keyless) => boolean): void => {
      parts.forEach((part, i) => {
        const place = keys[i] === null ? left.findIndex((candidate) => fits(candidate, part)) : -1;
        if (place !== -1) keys[i] = left.splice(place, 1)[0].key;
      });
    };
    fill((candidate, part) => candidate.resets === part.resets && candidate.scoped === part.scoped);
    fill(() => true);
  }
  return keys;
}
