import { isRecord, toCount, toList, toOptionalCount, toOptionalText, toRecord, toText } from './parse';
import type {
  Attempt,
  Delivery,
  DeliveryDetail,
  OperatorEntry,
  OutboxSettings,
  OutboxStats,
  RelayStanding,
  Retention,
} from './outbox-types';
import { DELIVERY_STATUSES, RETENTION_NAMES } from './outbox-types';

type Row = Record<string, unknown>;
type ReadTitle = (title: string) => string;

const RELAY_STATES = ['working', 'idle', 'gone'] as const;
const ACTIONS = ['replay', 'skip', 'retention', 'alerts'] as const;

/** The answers of `outboxEvents:stats` and `outboxEvents:throughput`. */
export function parseStats(row: Row, flow: Row): OutboxStats {
  return {
    pending: toCount(row.pending),
    oldestPendingSeconds: toOptionalCount(row.oldestPendingSeconds),
    published: toCount(row.published),
    retrying: toCount(row.retrying),
    dead: toCount(row.dead),
    lagSeconds: toOptionalCount(row.lagSeconds),
    transport: toText(row.transport),
    relays: toList(row.relays, parseRelay),
    minutes: Array.isArray(flow.minutes) ? flow.minutes.map(toCount) : [],
  };
}

function parseRelay(row: Row): RelayStanding {
  return {
    owner: toText(row.owner),
    host: toText(row.host),
    state: RELAY_STATES.find((known) => known === row.state) ?? 'idle',
    startedSecondsAgo: toOptionalCount(row.startedSecondsAgo),
    seenSecondsAgo: toOptionalCount(row.seenSecondsAgo),
    leases: toList(row.leases, (lease) => ({
      partition: toCount(lease.partition),
      sinceSeconds: toOptionalCount(lease.sinceSeconds),
      expiresInSeconds: toCount(lease.expiresInSeconds),
    })),
  };
}

/** One row of `failedDeliveries:list`. */
export function parseDelivery(row: Row, readTitle: ReadTitle = (title) => title): Delivery {
  return {
    id: toText(row.id),
    eventId: toText(row.eventId),
    eventType: toText(row.eventType),
    postProcessor: toText(row.postProcessor),
    status: DELIVERY_STATUSES.find((known) => known === row.status) ?? 'dead',
    collection: toText(row.collection),
    collectionTitle: readTitle(toText(row.collectionTitle)) || toText(row.collection),
    recordId: toText(row.recordId),
    number: toText(row.number),
    attempts: toCount(row.attemptsStarted),
    error: toText(row.error),
    reason: toText(row.reason),
    nextTryAt: toOptionalText(row.nextTryAt),
    occurredAt: toOptionalText(row.occurredAt),
    createdAt: toOptionalText(row.createdAt),
  };
}

/** The answer of `failedDeliveries:get`. */
export function parseDeliveryDetail(row: Row, readTitle?: ReadTitle): DeliveryDetail {
  return {
    ...parseDelivery(row, readTitle),
    payload: toText(row.payload),
    payloadCut: row.payloadCut === true,
    payloadError: toText(row.payloadError),
    attemptList: toList(row.attempts, parseAttempt),
  };
}

function parseAttempt(row: Row): Attempt {
  return {
    number: toCount(row.number),
    startedAt: toOptionalText(row.startedAt),
    finishedAt: toOptionalText(row.finishedAt),
    error: toText(row.error),
  };
}

/** One row of `outboxOperations:list`. */
export function parseOperation(row: Row): OperatorEntry {
  return {
    id: toText(row.id),
    action: ACTIONS.find((known) => known === row.action) ?? 'replay',
    count: toCount(row.count),
    by: toText(row.by),
    origin: toText(row.origin),
    createdAt: toOptionalText(row.createdAt),
    detail: toRecord(row.detail),
  };
}

/** The answer of `outboxSettings:get`. */
export function parseSettings(row: Row, readTitle: ReadTitle = (title) => title): OutboxSettings {
  const [days, alerts] = [toRecord(row.retention), toRecord(row.alerts)];
  return {
    retention: Object.fromEntries(RETENTION_NAMES.map((name) => [name, toCount(days[name])])) as Retention,
    alerts: {
      deadLetters: alerts.deadLetters === true,
      lagSeconds: toOptionalCount(alerts.lagSeconds),
      relayGone: alerts.relayGone === true,
      channel: toOptionalText(alerts.channel),
      users: toList(alerts.users, ({ id, name }) => ({ id: toText(id), name: toText(name) })),
    },
    channels: toList(row.channels, ({ name, title }) => ({
      name: toText(name),
      title: readTitle(toText(title)) || toText(name),
    })),
    canNotify: row.canNotify === true,
    openAlerts: toList(row.openAlerts, (alert) => ({
      condition: toText(alert.condition),
      since: toOptionalText(alert.since),
      sentAt: toOptionalText(alert.sentAt),
      error: isRecord(alert.error) ? '' : toText(alert.error),
    })),
  };
}
