import type { Model } from '@nocobase/database';
import { Op } from 'sequelize';
import { clock } from '../../foundation/clock';

/** How often work that is under way gives a sign of life, in milliseconds. */
const SIGN_OF_LIFE = 30_000;

/** Work that has been silent for so long, in milliseconds, was cut off. */
export const SILENT_FOR = 4 * SIGN_OF_LIFE;

/** Does `work` and marks its row as alive meanwhile, however long a single step of it takes. */
export async function alive<Result>(rows: typeof Model, id: string, work: () => Promise<Result>): Promise<Result> {
  let ended = false;
  let stop = (): void => undefined;
  const later = (): void => {
    if (ended) return;
    stop = clock.after(SIGN_OF_LIFE, () => {
      // The write sets the time of the change. A sign that does not get through is followed by the next.
      void rows
        .update({ status: 'running' }, { where: { id, status: 'running' } as never })
        .catch(() => undefined)
        .finally(later);
    });
  };
  later();
  try {
    return await work();
  } finally {
    ended = true;
    stop();
  }
}

/** Rows of work that a crash cut off are still "running" and silent; from now on they are what `values` say. */
export async function closeInterrupted(rows: typeof Model, values: Record<string, unknown>): Promise<void> {
  const before = new Date(clock.now().getTime() - SILENT_FOR);
  const where = { status: 'running', updatedAt: { [Op.lt]: before } } as never;
  // Asked at every look at the list: a write that finds nothing would wait for other writers all the same (SQLite).
  if (await rows.findOne({ where })) await rows.update(values, { where });
}
