export { SequenceOutboxPlugin as default, SequenceOutboxPlugin } from './plugin';
export type { CounterRule, RenderContext, Segment } from './sequence/segments/segment';
export type { SegmentRegistry } from './sequence/segments/registry';
export { PluginError } from './foundation/errors';
