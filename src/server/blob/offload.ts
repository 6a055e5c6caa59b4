import type { Envelope } from '../outbox/envelope';
import type { BlobStores } from './blob-store';

/** The largest message that travels whole, in UTF-8 bytes of its JSON text. */
export const LARGEST_MESSAGE = 46_080;

/** True when a message has to leave its data behind. Pure. */
export function isTooLarge(message: Envelope): boolean {
  const text = JSON.stringify(message);
  // A character takes three bytes at most, so most are known to fit without being counted.
  return text.length * 3 > LARGEST_MESSAGE && Buffer.byteLength(text, 'utf8') > LARGEST_MESSAGE;
}

/** The message as it travels: whole, or with a reference to where its data is kept. Named by the event, so doing it twice is harmless. */
export async function packed(event: Envelope, stores: BlobStores): Promise<Envelope> {
  if (!event.data || !isTooLarge(event)) return event;
  const { data, ...message } = event;
  await stores.inUse.put(event.id, JSON.stringify(data));
  return { ...message, blobref: event.id };
}

/** The event with its data. @throws when the data cannot be had: an event is never taken for one without data */
export async function unpacked(message: Envelope, stores: BlobStores): Promise<Envelope> {
  if (!message.blobref || message.data) return message;
  const body = await stores.inUse.get(message.blobref);
  if (body === null) throw new Error(`the data of the event is gone: there is no blob "${message.blobref}"`);
  return { ...message, data: JSON.parse(body) as Envelope['data'] };
}
