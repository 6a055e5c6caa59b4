import { useRef, useState } from 'react';
import type { SegmentType } from './model/segments';
import { moved, replaced, without } from './model/lists';
import { newSegment, withOptions, withSavedKeys, withType } from './model/segments';
import type { SegmentOption } from './model/types';
import { useSegmentIds } from './use-segment-ids';

export interface Segments {
  /** A lasting name for each part, in their order. */
  ids: string[];
  /** The part that is being edited. */
  openId?: string;
  /** The part that was added last: its first input wants the focus. */
  addedId?: string;
  toggle: (id: string) => void;
  open: (id: string) => void;
  close: () => void;
  add: (type: SegmentType) => void;
  remove: (index: number) => void;
  move: (from: number, to: number) => void;
  changeType: (index: number, type: SegmentType) => void;
  setOptions: (index: number, changes: Record<string, unknown>) => void;
  start: (patterns: SegmentOption[]) => void;
}

interface Given {
  patterns: SegmentOption[];
  /** The pattern as it is saved: its counters keep their keys. */
  saved: SegmentOption[];
  onChange: (patterns: SegmentOption[]) => void;
}

/** The edits of a pattern. None of them loses an option of a part, nor the key of a counter. */
export function useSegments({ patterns, saved, onChange }: Given): Segments {
  const names = useSegmentIds(patterns.length);
  const [openId, setOpenId] = useState<string>();
  const [addedId, setAddedId] = useState<string>();
  /** By part and kind: what it had when it was of that kind. */
  const remembered = useRef(new Map<string, Record<string, unknown>>());
  const change = (next: SegmentOption[]) => onChange(withSavedKeys(next, saved));
  const show = (id: string | undefined, added?: string) => {
    setOpenId(id);
    setAddedId(added);
  };

  return {
    ids: names.ids,
    openId: openId !== undefined && names.ids.includes(openId) ? openId : undefined,
    addedId,
    toggle: (id) => show(openId === id ? undefined : id),
    open: (id) => show(id),
    close: () => show(undefined),
    add(type) {
      const id = names.add();
      show(id, id);
      change([...patterns, newSegment(type)]);
    },
    remove(index) {
      names.remove(index);
      change(without(patterns, index));
    },
    move(from, to) {
      if (to < 0 || to >= patterns.length || from === to) return;
      names.move(from, to);
      change(moved(patterns, from, to));
    },
    changeType(index, type) {
      const id = names.ids[index];
      remembered.current.set(`${id} ${patterns[index].type}`, patterns[index].options);
      change(withType(patterns, index, type, remembered.current.get(`${id} ${type}`)));
    },
    setOptions(index, changes) {
      change(replaced(patterns, index, withOptions(patterns[index], changes)));
    },
    start(template) {
      names.renew(template.length);
      show(undefined);
      change(template);
    },
  };
}
