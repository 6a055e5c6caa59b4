import { it } from 'node:test';

/**
 * Makes tests that need those before them: after a failure the rest is left out.
 * @param {() => Promise<void>} afterFailure keeps what people need to see of it
 * @returns {(name: string, body: () => unknown) => void}
 */
export function stepByStep(afterFailure) {
  let broken = false;
  return (name, body) => {
    it(name, async (test) => {
      if (broken) return test.skip('an earlier step failed');
      broken = true;
      try {
        await body();
        broken = false;
      } finally {
        if (broken) await afterFailure();
      }
    });
  };
}
