import { spawn } from 'node:child_process';

/**
 * A process that we start and stop. It leads a process group, so a Ctrl-C in the terminal reaches us alone, who then stop
 * our parts in order.
 */
export class ChildProcess {
  /**
   * @param {string} command
   * @param {string[]} args
   * @param {import('node:child_process').SpawnOptions} options
   * @param {{signal: NodeJS.Signals, graceMs: number}} ending how it is asked to stop, and how long it may take
   */
  constructor(command, args, options, ending) {
    this.ending = ending;
    this.child = spawn(command, args, { ...options, detached: true });
    /** Resolves once, with {code, signal} or, if it never ran, {error}. */
    this.exited = new Promise((done) => {
      this.child.once('error', (error) => done({ error }));
      this.child.once('exit', (code, signal) => done({ code, signal }));
    });
    this.running = true;
    void this.exited.then(() => (this.running = false));
  }

  get pid() {
    return this.child.pid;
  }

  /** Asks it to stop, kills it after its grace, and does not return before it and its children are gone. */
  async stop() {
    if (this.running) {
      this.child.kill(this.ending.signal);
      const timer = setTimeout(() => this.kill(), this.ending.graceMs);
      await this.exited;
      clearTimeout(timer);
    }
    this.kill();
  }

  /** Kills the whole group at once. */
  kill() {
    try {
      if (this.pid) process.kill(-this.pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
  }
}
