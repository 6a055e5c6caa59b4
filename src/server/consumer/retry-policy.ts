import { backoff } from '../foundation/backoff';

/** After this many started attempts a delivery is dead. */
export const MOST_ATTEMPTS = 10;
const LONGEST_MS = 10 * 60 * 1000;
/** Milliseconds from the first attempt to the last, at most: each pause is a quarter longer than its limit at the worst. */
export const MOST_ATTEMPTS_MS = MOST_ATTEMPTS * LONGEST_MS * 1.25;

/** Milliseconds before the first retry, about; doubled for each further one. Setting OUTBOX_RETRY_BASE_MS. */
function base(): number {
  const value = Number(process.env.OUTBOX_RETRY_BASE_MS ?? 2000);
  return Number.isFinite(value) && value >= 1 ? value : 2000;
}

/** Milliseconds from the start of attempt number `attempt` (1-based) to the next. */
export function delayAfter(attempt: number): number {
  return backoff(attempt, base(), LONGEST_MS);
}

/** What becomes of a delivery whose attempt number `attempt` failed. Pure. */
export function outcomeOf(attempt: number, hopeless: boolean): 'retrying' | 'dead' {
  return hopeless || attempt >= MOST_ATTEMPTS ? 'dead' : 'retrying';
}
