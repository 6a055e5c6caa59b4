import { useRef } from 'react';
import { moved, without } from './model/lists';

/**
 * Names for the parts of a pattern that stay with a part while it is moved or edited, which its place does not. Parts that
 * come or go from outside (another record, a reset of the form) get new names.
 */
export function useSegmentIds(count: number) {
  const next = useRef(0);
  const ids = useRef<string[]>([]);
  const create = () => `part-${next.current++}`;
  if (ids.current.length !== count) ids.current = Array.from({ length: count }, create);

  return {
    ids: ids.current,
    add(): string {
      const id = create();
      ids.current = [...ids.current, id];
      return id;
    },
    remove(index: number): void {
      ids.current = without(ids.current, index);
    },
    move(from: number, to: number): void {
      ids.current = moved(ids.current, from, to);
    },
    renew(size: number): void {
      ids.current = Array.from({ length: size }, create);
    },
  };
}
