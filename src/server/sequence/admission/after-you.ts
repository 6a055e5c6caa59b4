import type { Transaction } from 'sequelize';
import { clock } from '../../foundation/clock';
import type { CounterName } from '../counters/counter';
import type { WaitingSaves } from './waiting-saves';

/** Longest that a save steps back, in milliseconds: the next one may sit behind another process. */
const LONGEST = 3;

/**
 * Lets the next save that waits for a counter go on before the one that just gave it up is finished. The counter is free
 * by then, and answering the request takes longer than writing the record: without this everyone who waits for the
 * counter would wait for that too. Only after the commit, and only if somebody of this process waits.
 */
export function stepBack(transaction: Transaction, counter: CounterName, waiting: WaitingSaves): void {
  if (marked.has(transaction)) return;
  marked.add(transaction);
  transaction.afterCommit(() => {
    if (waiting.anyAt(counter)) return nextHasIt(counter, waiting);
  });
}

const marked = new WeakSet<Transaction>();

function nextHasIt(counter: CounterName, waiting: WaitingSaves): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      stop();
      // By then the next one has sent its record.
      setImmediate(resolve);
    };
    const stop = clock.after(LONGEST, resolve);
    waiting.onNext(counter, goOn);
  });
}
