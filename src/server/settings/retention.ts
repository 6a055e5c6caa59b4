import { MOST_ATTEMPTS_MS } from '../consumer/retry-policy';
import type { Fault } from '../foundation/errors';
import { t } from '../foundation/text-key';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long rows are kept, in days, by table. */
export interface Retention {
  /** Relayed entries of `outbox_events`. */
  published: number;
  /** Marks in `processed_events`, and blobs: what makes a second delivery of an event one that does nothing. */
  processed: number;
  /** Done and skipped rows of `failed_deliveries`; those that are retrying or dead stay. */
  failed: number;
  /** Rows of `entity_event_log`. */
  eventLog: number;
}

export const RETENTION_NAMES = ['published', 'processed', 'failed', 'eventLog'] as const;
export const LONGEST_DAYS = 3650;

const BUILT_IN: Retention = { published: 7, processed: 30, failed: 30, eventLog: 365 };

/** The environment variable of each table; what is set on the page goes before it. */
const VARIABLES: Record<keyof Retention, string> = {
  published: 'OUTBOX_KEEP_PUBLISHED_DAYS',
  processed: 'OUTBOX_KEEP_PROCESSED_DAYS',
  failed: 'OUTBOX_KEEP_FAILED_DAYS',
  eventLog: 'OUTBOX_KEEP_EVENT_LOG_DAYS',
};

/** What holds where nothing was set on the page: the environment, else our own figures. A value that is no number above 0 counts as none. */
export function retentionDefaults(environment: Record<string, string | undefined> = process.env): Retention {
  const days = (name: keyof Retention): number => {
    const value = Number(environment[VARIABLES[name]]);
    return Number.isFinite(value) && value > 0 ? value : BUILT_IN[name];
  };
  return Object.fromEntries(RETENTION_NAMES.map((name) => [name, days(name)])) as unknown as Retention;
}

/** What holds: the stored values where they are usable. Marks always outlast all that could be delivered again. Pure. */
export function retentionInForce(stored: unknown, defaults: Retention): Retention {
  const own = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const days = (name: keyof Retention): number => {
    const value = own[name];
    return typeof value === 'number' && value > 0 && value <= LONGEST_DAYS ? value : defaults[name];
  };
  const found = Object.fromEntries(RETENTION_NAMES.map((name) => [name, days(name)])) as unknown as Retention;
  return { ...found, processed: Math.max(found.processed, ...longestRedeliveries(found)) };
}

/** What is wrong with values that somebody wants to set. Pure. */
export function retentionFaults(wanted: Record<string, unknown>): Fault[] {
  const faults = RETENTION_NAMES.filter((name) => !isDays(wanted[name])).map((name) => ({
    message: t('"{{name}}" must be a whole number of days from 1 to {{most}}.'),
    path: name,
    params: { name, most: LONGEST_DAYS },
  }));
  if (faults.length > 0) return faults;
  const least = Math.ceil(Math.max(...longestRedeliveries(wanted as unknown as Retention)));
  if (Number(wanted.processed) >= least) return [];
  return [
    {
      message: t(
        'Marks of processed events must be kept for at least {{least}} days: as long as anything that can be delivered again. Otherwise an effect could come twice.',
      ),
      path: 'processed',
      params: { least },
    },
  ];
}

/** Milliseconds of days. */
export function daysInMs(days: number): number {
  return days * DAY_MS;
}

/** For how many days after it was processed an event can come again, by its causes. */
function longestRedeliveries({ published, failed }: Retention): number[] {
  return [published, failed, MOST_ATTEMPTS_MS / DAY_MS];
}

function isDays(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LONGEST_DAYS;
}
