/** How much of a record its events hold. */
export const PAYLOADS = ['changes', 'snapshot', 'none'] as const;
export type Payload = (typeof PAYLOADS)[number];

/** What one collection's events are like. */
export interface EntityType {
  /** Never changes, and is never given to another collection. */
  id: number;
  collection: string;
  /** As in `Update_<name>`. */
  name: string;
  enabled: boolean;
  payload: Payload;
  /** Fields that its events do not tell of. */
  excluded: ReadonlySet<string>;
  /** Ids of its event types by the id of their action. */
  eventTypes: ReadonlyMap<number, number>;
}
