import { classifyDatabaseError } from '../../src/server/foundation/database-error';
import { WaitLimit } from '../../src/server/sequence/counters/wait-limit';

/** What a statement that ends with this error of the server is told as, when it ends after its limit. */
async function endedLate(code: string): Promise<unknown> {
  const late = (): Promise<never> =>
    new Promise((_, reject) => setTimeout(() => reject(Object.assign(new Error(code), { original: { code } })), 60));
  return new WaitLimit(() => null).within(10, late).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('a cancelled wait is a lock timeout', async () => {
  expect(classifyDatabaseError(await endedLate('57014'))).toBe('lock-timeout');
});

test('a deadlock past the limit is still a deadlock, so that it is tried again', async () => {
  expect(classifyDatabaseError(await endedLate('40P01'))).toBe('deadlock');
});

test('a clash past the limit is still a clash', async () => {
  expect(classifyDatabaseError(await endedLate('23505'))).toBe('other');
});

test('each statement has a mark of its own, and its answer comes through', async () => {
  const waits = new WaitLimit(() => null);
  const marks = await Promise.all([1, 2].map(() => waits.within(1000, (mark) => Promise.resolve(mark))));
  expect(new Set(marks).size).toBe(2);
});
