import { randomUUID } from 'node:crypto';
import type { Sequelize } from 'sequelize';
import { clock } from '../../foundation/clock';

/** Between two tries to end a wait that goes on past its limit, in milliseconds. */
const AGAIN = 250;

/** SQLSTATE of a lock that was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATE of a statement that was cancelled. */
const QUERY_CANCELED = '57014';

/**
 * Limits how long a statement waits for locks on PostgreSQL, without touching the settings of its transaction: setting
 * and restoring a limit there costs more than the draw itself. Each statement begins with a mark of its own; past the
 * limit the side pool asks the server to cancel the statement with that mark, if it is waiting for a lock then.
 */
export class WaitLimit {
  private readonly process = randomUUID();
  private count = 0;

  constructor(private readonly outside: () => Sequelize | null) {}

  /** Runs a statement that begins with the mark. @throws with code 55P03 when its wait was ended. */
  async within<Result>(limit: number, run: (mark: string) => Promise<Result>): Promise<Result> {
    const mark = `/* draw ${this.process} ${++this.count} */`;
    const wait = { over: false, cancelled: false };
    const stop = clock.after(limit, () => void this.end(mark, wait));
    try {
      return await run(mark);
    } catch (error) {
      if (!wait.cancelled || codeOf(error) !== QUERY_CANCELED) throw error;
      throw Object.assign(new Error('waited too long for a lock', { cause: error }), { code: LOCK_NOT_AVAILABLE });
    } finally {
      wait.over = true;
      stop();
    }
  }

  /** Asks until the statement is over: at one moment it may not be waiting, or the side pool may not answer. */
  private async end(mark: string, wait: { over: boolean; cancelled: boolean }): Promise<void> {
    while (!wait.over) {
      wait.cancelled = true;
      await this.cancel(mark).catch(() => clock.sleep(AGAIN));
      await clock.sleep(AGAIN);
    }
  }

  private async cancel(mark: string): Promise<void> {
    await this.outside()?.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE left(query, char_length(:mark)) = :mark AND wait_event_type = 'Lock'`,
      { replacements: { mark } },
    );
  }
}

/** The server's code of an error that Sequelize wrapped. */
function codeOf(error: unknown): string | undefined {
  return (error as { original?: { code?: string } } | undefined)?.original?.code;
}
