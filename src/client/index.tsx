/** Entry of the classic client; the host takes the default export as the plugin class. */
export { SequenceOutboxClient as default } from './plugin';
