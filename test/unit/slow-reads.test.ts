import { SlowReads } from '../../src/server/sequence/preview/slow-reads';

let time = 0;
let reads = 0;
const taking =
  (duration: number, outcome: () => unknown = () => ++reads) =>
  async (): Promise<unknown> => {
    await Promise.resolve();
    time += duration;
    return outcome();
  };
const slow = (): SlowReads => {
  [time, reads] = [0, 0];
  return new SlowReads(() => time);
};

test('a quick read is made anew each time', async () => {
  const kept = slow();
  expect([await kept.get('a', taking(10)), await kept.get('a', taking(10))]).toEqual([1, 2]);
});

test('a slow one is used again for ten times as long as it took, and no longer than 30 seconds', async () => {
  const kept = slow();
  await kept.get('a', taking(300));
  time += 2999;
  expect(await kept.get('a', taking(300))).toBe(1);
  time += 1;
  expect(await kept.get('a', taking(20_000))).toBe(2);
  time += 30_000;
  expect(await kept.get('a', taking(1))).toBe(3);
});

test('what is asked at the same time is read once; other questions have their own answers', async () => {
  const kept = slow();
  const both = await Promise.all([kept.get(['a', 1n], taking(5)), kept.get(['a', 1n], taking(5))]);
  expect([both, await kept.get(['a', 2n], taking(5))]).toEqual([[1, 1], 2]);
});

test('a failure is told to all who wait for it, and forgotten', async () => {
  const kept = slow();
  const fail = taking(500, () => {
    throw new Error('no');
  });
  await expect(Promise.all([kept.get('a', fail), kept.get('a', fail)])).rejects.toThrow('no');
  expect(await kept.get('a', taking(1))).toBe(1);
});

test('old answers make room', async () => {
  const kept = slow();
  for (let i = 0; i < 40; i++) await kept.get(i, taking(300));
  expect([await kept.get(39, taking(300)), await kept.get(0, taking(300))]).toEqual([40, 41]);
});
