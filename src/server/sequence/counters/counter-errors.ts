import { Busy, Conflict } from '../../foundation/errors';
import { classifyDatabaseError, isOutOfRange } from '../../foundation/database-error';
import { t } from '../../foundation/text-key';

/**
 * Turns lock waits past the limit and deadlocks into an error that callers can try again on, and a counter at its end (it
 * is a signed 64-bit integer) into a refusal.
 */
export async function busy<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (isOutOfRange(error)) {
      throw new Conflict(t('All numbers of this counter are used up.'), { code: 'SEQUENCE_OVERFLOW', cause: error });
    }
    throw classifyDatabaseError(error) === 'other' ? error : new Busy(error);
  }
}
