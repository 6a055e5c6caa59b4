/** The only place that reads the machine's clock or makes anything wait. */
export const clock = {
  now: (): Date => new Date(),
  sleep: (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  /** Calls `run` after a time unless the answer is called before. Keeps no process alive. */
  after(milliseconds: number, run: () => void): () => void {
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
