import { v7 } from 'uuid';

/** A new event id: UUIDv7, so that ids made later in one process sort later. */
export function newEventId(): string {
  return v7();
}
