import { clock } from '../../foundation/clock';
import { Busy } from '../../foundation/errors';

/** Saves that may wait for one counter before the door closes: one ready to go on, one getting ready. */
const ENOUGH = 2;

/** How often those outside look for themselves whether there is room, in milliseconds, should nobody call them. */
const LOOK_AGAIN = 1000;

/**
 * Where requests that create numbered records wait while enough others wait for the counter already. Each would only
 * take a connection of the app and wait with it. Here they hold nothing, and the work of starting them is done while the
 * database writes for the one in front. First come, first served.
 */
export class Door {
  private readonly outside: Outside[] = [];

  /** `crowd`: how many saves wait for the most wanted counter behind this door. `limit`: longest wait, in milliseconds. */
  constructor(
    private readonly crowd: () => number,
    private readonly limit: () => number,
  ) {}

  /** Comes back when there is room. @throws Busy after the limit. */
  async pass(): Promise<void> {
    if (this.outside.length === 0 && this.crowd() < ENOUGH) return;
    const giveUp = performance.now() + this.limit();
    const place: Outside = { answer: () => undefined };
    this.outside.push(place);
    try {
      for (;;) {
        const answer = await answerOf(place, Math.min(LOOK_AGAIN, giveUp - performance.now()));
        if (answer === 'come') return;
        if (answer === 'go') throw new Busy();
        if (this.crowd() < ENOUGH) return;
        if (performance.now() >= giveUp) throw new Busy();
      }
    } finally {
      const at = this.outside.indexOf(place);
      if (at !== -1) this.outside.splice(at, 1);
    }
  }

  /** A save has written its record: the next one comes in, unless too many wait still. */
  written(): void {
    if (this.crowd() < ENOUGH) this.outside.shift()?.answer('come');
  }

  /**
   * A request is over, in whatever way. When it `failed`, or nobody is left who would call `written`, the next one comes
   * in.
   */
  left(failed = false): void {
    if (this.crowd() < (failed ? ENOUGH : 1)) this.outside.shift()?.answer('come');
  }

  /** A save has waited for the counter up to the limit: those outside would only wait as long once more. */
  sendAway(): void {
    for (const place of this.outside.splice(0)) place.answer('go');
  }

  get isFree(): boolean {
    return this.outside.length === 0;
  }
}

/** What somebody outside is told: to come in, or to go away with the answer that the counter is busy. */
type Answer = 'come' | 'go';

/** A place in the line; it is kept while its owner looks for itself. */
interface Outside {
  answer: (answer: Answer) => void;
}

/** Null when nobody called in time. */
function answerOf(place: Outside, time: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const stop = clock.after(Math.max(time, 0), () => resolve(null));
    place.answer = (answer) => {
      stop();
      resolve(answer);
    };
  });
}
