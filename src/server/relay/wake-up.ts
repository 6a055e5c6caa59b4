import { clock } from '../foundation/clock';

/** Waits that a signal ends early; a signal that comes while nobody waits ends the next wait at once. */
export class WakeUp {
  private pending = false;
  private end?: () => void;

  signal(): void {
    this.pending = true;
    this.end?.();
  }

  /** @param milliseconds at most; keeps no process alive */
  async wait(milliseconds: number): Promise<void> {
    if (!this.pending) {
      let cancel = (): void => undefined;
      await new Promise<void>((resolve) => {
        this.end = resolve;
        cancel = clock.after(milliseconds, resolve);
      });
      cancel();
      this.end = undefined;
    }
    this.pending = false;
  }
}
