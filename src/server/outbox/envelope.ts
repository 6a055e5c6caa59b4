import { createHash } from 'node:crypto';
import { safeValue } from './safe-text';

/** What was done to the record. */
export const ACTION = { create: 1, update: 2, delete: 3, business: 4 } as const;
export type ActionTypeId = (typeof ACTION)[keyof typeof ACTION];

/** Values of a record by field. */
export type Values = Record<string, unknown>;

/** What an event tells about its record. Numbers past 2^53 are text. */
export interface EventData {
  recordId: string;
  /** Values before; null of a create, and where the entity type keeps no values. */
  before: Values | null;
  /** Values after; null of a delete, and where the entity type keeps no values. */
  after: Values | null;
  /** Of an update what differs, by field: from, to. A field whose values are not told is named with an empty pair. */
  changed: Record<string, [from: unknown, to: unknown] | []>;
  actorId: string | null;
  actor: string | null;
  requestId: string | null;
  /** False when the write had no transaction, so that a crash can have kept it without its event. */
  atomic: boolean;
  /** Of a business event: what its publisher said. */
  payload?: unknown;
}

/** An entity event in wire form: CloudEvents 1.0, JSON. Attribute names are lower case. */
export interface Envelope {
  specversion: '1.0';
  /** UUIDv7. */
  id: string;
  /** `nocobase/<app>/<database epoch>` */
  source: string;
  /** `Update_Order` */
  type: string;
  /** See `subjectOf`; events of one subject keep their order. */
  subject: string;
  /** ISO 8601, UTC. */
  time: string;
  datacontenttype: 'application/json';
  dataversion: '1';
  /** Place in the outbox, 20 digits; grows with each event of a subject. */
  sequence: string;
  entitytypeid: number;
  eventtypeid: number;
  actiontypeid: ActionTypeId;
  notifytypeid?: number | string;
  sourcekey?: string;
  traceparent?: string;
  /** Where `data` lies when it was too large to send along. */
  blobref?: string;
  data?: EventData;
}

/** An envelope before it has its place in the outbox. */
export type NewEnvelope = Omit<Envelope, 'sequence'>;

const LONGEST_SUBJECT = 50;

/** `<entityTypeId>:<recordId>`, or `<entityTypeId>:h:<32 hex of its SHA-256>` where that is longer than 50 characters. */
export function subjectOf(entityTypeId: number, recordId: string): string {
  const plain = `${entityTypeId}:${recordId}`;
  if (plain.length <= LONGEST_SUBJECT && !recordId.startsWith('h:')) return plain;
  return `${entityTypeId}:h:${createHash('sha256').update(recordId).digest('hex').slice(0, 32)}`;
}

/** Subjects are spread over this many partitions; one partition is relayed by one owner at a time. */
export const PARTITIONS = 16;

/** The partition of a subject, 0 … 15; the same in every process and version. */
export function partitionOf(subject: string): number {
  return createHash('sha256').update(subject).digest().readUInt32BE(0) % PARTITIONS;
}

/** How JSON writes NUL and lone surrogates; a backslash that somebody typed can look like it, too. */
const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** The envelope as stored, as JSON text that every database can hold. */
export function writeEnvelope(envelope: NewEnvelope): string {
  const text = JSON.stringify(envelope);
  return MAY_BE_UNSTORABLE.test(text) ? JSON.stringify(safeValue(JSON.parse(text))) : text;
}

/**
 * The envelope of an outbox row.
 * @throws Error when its payload is no envelope of version 1.0.
 */
export function readEnvelope(row: { id: string | number; payload: string }): Envelope {
  const found = JSON.parse(row.payload) as Partial<Envelope> | null;
  if (typeof found !== 'object' || found === null || found.specversion !== '1.0')
    throw new Error(`outbox row ${row.id} holds no envelope of version 1.0`);
  for (const name of ['id', 'source', 'type', 'subject', 'time'] as const)
    if (typeof found[name] !== 'string') throw new Error(`the envelope of outbox row ${row.id} has no ${name}`);
  return { ...(found as Envelope), sequence: String(row.id).padStart(20, '0') };
}
