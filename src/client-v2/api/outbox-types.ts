import type { Page } from './change-types';

/** A partition in a relay's hands. */
export interface HeldLease {
  partition: number;
  sinceSeconds?: number;
  expiresInSeconds: number;
}

/** A process that relays. */
export interface RelayStanding {
  owner: string;
  host: string;
  state: 'working' | 'idle' | 'gone';
  startedSecondsAgo?: number;
  seenSecondsAgo?: number;
  leases: HeldLease[];
}

/** How the outbox stands. */
export interface OutboxStats {
  pending: number;
  oldestPendingSeconds?: number;
  published: number;
  retrying: number;
  dead: number;
  lagSeconds?: number;
  transport: string;
  relays: RelayStanding[];
  /** Events relayed in each of the last sixty minutes, the oldest first. */
  minutes: number[];
}

export const DELIVERY_STATUSES = ['retrying', 'dead', 'skipped', 'done'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type DeliveryOperation = 'replay' | 'skip';

/** An event that one post-processor could not take. */
export interface Delivery {
  id: string;
  eventId: string;
  eventType: string;
  postProcessor: string;
  status: DeliveryStatus;
  collection: string;
  /** In words; '' where the collection is gone. */
  collectionTitle: string;
  recordId: string;
  /** The record's number, where it has one. */
  number: string;
  attempts: number;
  error: string;
  reason: string;
  nextTryAt?: string;
  occurredAt?: string;
  createdAt?: string;
}

/** One attempt; without an end it was cut off, or is under way. */
export interface Attempt {
  number: number;
  startedAt?: string;
  finishedAt?: string;
  error: string;
}

/** A delivery with what its row has no room for. */
export interface DeliveryDetail extends Delivery {
  payload: string;
  payloadCut: boolean;
  /** Why the data that travelled apart could not be had. */
  payloadError: string;
  attemptList: Attempt[];
}

/** Which deliveries are meant. */
export interface DeliveryQuery {
  status: DeliveryStatus[];
  postProcessor?: string;
  collection?: string;
  search?: string;
}

/** How many of those that match an operation would be done to. */
export interface DeliveryCount {
  matching: number;
  count: number;
  upTo: string;
}

export interface DeliveryChoices {
  postProcessors: string[];
  collections: Array<{ name: string; title: string }>;
}

/** Something that an operator did. */
export interface OperatorEntry {
  id: string;
  action: 'replay' | 'skip' | 'retention' | 'alerts';
  count: number;
  by: string;
  origin: string;
  createdAt?: string;
  detail: Record<string, unknown>;
}

export const RETENTION_NAMES = ['published', 'processed', 'failed', 'eventLog'] as const;
export type RetentionName = (typeof RETENTION_NAMES)[number];
/** Days by table. */
export type Retention = Record<RetentionName, number>;

export interface Person {
  id: string;
  name: string;
}

export interface AlertSettings {
  deadLetters: boolean;
  lagSeconds?: number;
  relayGone: boolean;
  channel?: string;
  users: Person[];
}

/** A condition that holds and was told, or could not be. */
export interface OpenAlert {
  condition: string;
  since?: string;
  sentAt?: string;
  error: string;
}

export interface OutboxSettings {
  retention: Retention;
  alerts: AlertSettings;
  channels: Array<{ name: string; title: string }>;
  /** The app has a notification manager. */
  canNotify: boolean;
  openAlerts: OpenAlert[];
}

/** The plugin's actions on the outbox, typed. */
export interface OutboxApi {
  readStats: () => Promise<OutboxStats>;
  listDeliveries: (query: DeliveryQuery, page: number, pageSize: number) => Promise<Page<Delivery>>;
  getDelivery: (id: string) => Promise<DeliveryDetail>;
  readChoices: () => Promise<DeliveryChoices>;
  countDeliveries: (operation: DeliveryOperation, query: DeliveryQuery) => Promise<DeliveryCount>;
  /** By their ids; answers how many it was done to. */
  operate: (operation: DeliveryOperation, ids: string[]) => Promise<number>;
  /** On all that match and were counted. */
  operateOnAll: (operation: DeliveryOperation, query: DeliveryQuery, upTo: string) => Promise<number>;
  listOperations: (page: number, pageSize: number) => Promise<Page<OperatorEntry>>;
  readSettings: () => Promise<OutboxSettings>;
  saveRetention: (retention: Record<RetentionName, number | null>) => Promise<void>;
  saveAlerts: (alerts: AlertSettings) => Promise<void>;
  findPeople: (search: string) => Promise<Person[]>;
}
