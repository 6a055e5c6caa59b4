/** The only place that reads the machine's clock or makes anything wait. */
export const clock = {
  now: (): Date => new Date(),
  sleep: (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
