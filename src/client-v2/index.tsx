/** Entry of the modern client; the host takes the default export as the plugin class. */
export { SequenceOutboxClientV2 as default } from './plugin';
