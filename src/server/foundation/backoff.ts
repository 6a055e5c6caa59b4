import { randomInt } from 'node:crypto';

/**
 * Milliseconds to wait before try number `attempt` (1-based): full jitter over an exponentially growing window, so that
 * writers which met in a deadlock do not meet again.
 */
export function backoff(attempt: number, base = 40, limit = 1000): number {
  const window = Math.min(limit, base * 2 ** (attempt - 1));
  return Math.ceil(window / 4) + randomInt(window);
}
