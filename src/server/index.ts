export { SequenceOutboxPlugin as default, SequenceOutboxPlugin } from './plugin';
export type { CounterRule, RenderContext, Segment } from './sequence/pattern/segments/segment';
export type { SegmentRegistry } from './sequence/pattern/segments/registry';
export { PluginError } from './foundation/errors';
