const DAY_MS = 24 * 60 * 60 * 1000;

/** How long rows are kept, in days; each has a setting of its own. */
const DEFAULTS = {
  /** Relayed entries of the outbox. */
  OUTBOX_KEEP_PUBLISHED_DAYS: 7,
  /** Marks of processed events, done and skipped deliveries, blobs; longer than anything can be delivered again. */
  OUTBOX_KEEP_PROCESSED_DAYS: 30,
  /** Rows of the event log. */
  OUTBOX_KEEP_EVENT_LOG_DAYS: 365,
};

/** Milliseconds for which rows are kept. A setting that is no number above 0 counts as the default. */
export function keptFor(setting: keyof typeof DEFAULTS): number {
  const days = Number(process.env[setting] ?? DEFAULTS[setting]);
  return (Number.isFinite(days) && days > 0 ? days : DEFAULTS[setting]) * DAY_MS;
}
