import { useRef } from 'react';
import type { Finding } from '../api/finding-types';
import type { Preview } from '../api/preview-types';
import type { SegmentOption } from './model/types';
import { roughSample } from './segment-words';
import type { PreviewState } from './use-preview';

interface Judgement {
  /** The answer is about the rules as they are. */
  fresh: boolean;
  preview?: Preview;
  errors: readonly Finding[];
  /** What each part gives, in their order. */
  samples: string[];
}

interface Judged {
  state: PreviewState;
  /** The rules as they are. */
  signature: string;
  ids: readonly string[];
  patterns: readonly SegmentOption[];
}

/**
 * Keeps the last answer on the screen while a newer one is read, as far as it can be true: places of a pattern whose parts
 * have moved since then would point at the wrong ones.
 */
export function useJudgement({ state, signature, ids, patterns }: Judged): Judgement {
  const order = ids.join();
  const known = useRef<{ order: string; errors: readonly Finding[]; samples: Map<string, string> }>({
    order,
    errors: [],
    samples: new Map(),
  });
  const fresh = state.signature === signature;
  if (fresh) {
    const samples = state.errors.length > 0 ? [] : (state.preview?.parts ?? []);
    for (const { index, text } of samples) {
      if (ids[index] !== undefined) known.current.samples.set(ids[index], text);
    }
    known.current = { ...known.current, order, errors: state.errors };
  }
  const inPlace = known.current.order === order;
  return {
    fresh,
    preview: inPlace ? state.preview : state.preview && { ...state.preview, ...NO_PLACES },
    errors: inPlace ? known.current.errors : [],
    samples: patterns.map((part, index) =>
      part.type === 'string' ? roughSample(part) : (known.current.samples.get(ids[index]) ?? roughSample(part)),
    ),
  };
}

/** What is said about parts by their place. */
const NO_PLACES = { warnings: [], changes: [], parts: [], resets: [], overflow: [], capacity: [] };
