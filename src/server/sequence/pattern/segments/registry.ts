import { dateSegment } from './date';
import { fieldSegment } from './field';
import { integerSegment } from './integer';
import { randomCharSegment } from './random-char';
import type { Segment } from './segment';
import { stringSegment } from './string';

/** The kinds of segment a pattern may use. `register` is open to other plugins, in their `load()`. */
export class SegmentRegistry {
  private readonly segments = new Map<string, Segment>();

  constructor() {
    for (const segment of [stringSegment, integerSegment, dateSegment, randomCharSegment, fieldSegment]) {
      this.segments.set(segment.type, segment);
    }
  }

  /** Adds a kind of segment. @throws when its type is taken, since records already depend on the one that is there. */
  register<Options>(segment: Segment<Options>): void {
    if (this.segments.has(segment.type)) throw new Error(`segment type "${segment.type}" is already registered`);
    this.segments.set(segment.type, segment as unknown as Segment);
  }

  get(type: string): Segment | undefined {
    return this.segments.get(type);
  }

  types(): string[] {
    return [...this.segments.keys()];
  }
}
