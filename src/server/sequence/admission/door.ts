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
  private readonly outside: Array<() => void> = [];

  /** `crowd`: how many saves wait for the most wanted counter behind this door. `limit`: longest wait, in milliseconds. */
  constructor(
    private readonly crowd: () => number,
    private readonly limit: () => number,
  ) {}

  /** Comes back when there is room. @throws Busy after the limit. */
  async pass(): Promise<void> {
    if (this.outside.length === 0 && this.crowd() < ENOUGH) return;
    const giveUp = performance.now() + this.limit();
    while (!(await this.called(Math.min(LOOK_AGAIN, giveUp - performance.now())))) {
      if (this.crowd() < ENOUGH) return;
      if (performance.now() >= giveUp) throw new Busy();
    }
  }

  /** A save has written its record: the next one comes in, unless too many wait still. */
  written(): void {
    if (this.crowd() < ENOUGH) this.outside.shift()?.();
  }

  /** A request is over, in whatever way. When nobody is left who would call `written`, the next one comes in. */
  left(): void {
    if (this.crowd() === 0) this.outside.shift()?.();
  }

  get isFree(): boolean {
    return this.outside.length === 0;
  }

  /** Waits to be let in; false when nobody called in time. */
  private called(time: number): Promise<boolean> {
    return new Promise((resolve) => {
      const come = (): void => {
        stop();
        resolve(true);
      };
      const stop = clock.after(Math.max(time, 0), () => {
        this.outside.splice(this.outside.indexOf(come), 1);
        resolve(false);
      });
      this.outside.push(come);
    });
  }
}
