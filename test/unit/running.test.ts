import { clock } from '../../src/server/foundation/clock';
import { alive, SILENT_FOR } from '../../src/server/sequence/history/running';

/** What waits for its time, and how to let time pass. */
function timers() {
  const waiting = new Map<() => void, number>();
  jest.spyOn(clock, 'after').mockImplementation((milliseconds, run) => {
    waiting.set(run, milliseconds);
    return () => void waiting.delete(run);
  });
  const pass = async (): Promise<number> => {
    const [[run, milliseconds] = [() => undefined, Infinity]] = waiting;
    waiting.delete(run);
    run();
    await new Promise((resolve) => setImmediate(resolve));
    return milliseconds;
  };
  return { waiting, pass };
}

afterEach(() => void jest.restoreAllMocks());

test('long work gives signs of life well before it counts as cut off, and none once it has ended', async () => {
  const { waiting, pass } = timers();
  const update = jest.fn((...sign: unknown[]) => Promise.resolve(sign));
  let end = (): void => undefined;
  const work = alive({ update } as never, '7', () => new Promise<void>((resolve) => (end = resolve)));
  for (let signs = 1; signs <= 10; signs++) {
    expect(await pass()).toBeLessThanOrEqual(SILENT_FOR / 2);
    expect(update).toHaveBeenCalledTimes(signs);
  }
  expect(update.mock.calls[0]?.[1]).toEqual({ where: { id: '7', status: 'running' } });
  end();
  await work;
  expect(waiting.size).toBe(0);
});

test('a sign that is under way when the work ends is the last', async () => {
  const { waiting, pass } = timers();
  let through = (): void => undefined;
  const update = jest.fn(() => new Promise<void>((resolve) => (through = resolve)));
  let end = (): void => undefined;
  const work = alive({ update } as never, '7', () => new Promise<void>((resolve) => (end = resolve)));
  await pass();
  end();
  await work;
  through();
  await new Promise((resolve) => setImmediate(resolve));
  expect(waiting.size).toBe(0);
});

test('a sign that does not get through neither ends the work nor the signs', async () => {
  const { pass } = timers();
  const update = jest.fn((...sign: unknown[]) => Promise.reject(new Error(String(sign.length))));
  let end = (): void => undefined;
  const work = alive({ update } as never, '7', () => new Promise<string>((resolve) => (end = () => resolve('done'))));
  for (let i = 0; i < 3; i++) await pass();
  expect(update).toHaveBeenCalledTimes(3);
  end();
  expect(await work).toBe('done');
});
