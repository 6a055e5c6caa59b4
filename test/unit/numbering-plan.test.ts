import type { Wish } from '../../src/server/sequence/numbering/numbering-plan';
import { queues, steps } from '../../src/server/sequence/numbering/numbering-plan';
import { gapsIn } from '../../src/server/sequence/integrity/gaps';

const at = new Date(0);
const wish = (record: number, given?: bigint, scope = ''): Wish =>
  ({
    record,
    part: 0,
    given,
    opening: { at, counter: { collection: 'c', field: 'f', key: 1, scope, period: '' } },
  }) as unknown as Wish;

/** Runs a queue against a counter that stands at `current`; answers what each statement did. */
function statements(values: Array<bigint | undefined>, current: bigint): string[] {
  let counter = current;
  let reached: bigint | null = null;
  const done: string[] = [];
  for (const step of steps(
    values.map((value, i) => wish(i, value)),
    () => reached,
  )) {
    if ('draw' in step) {
      done.push(`draw ${step.draw.length}`);
      counter += BigInt(step.draw.length);
    } else {
      done.push(`raise ${step.to}`);
      if (step.to > counter) counter = step.to;
    }
    reached = 'draw' in step ? counter : step.to;
  }
  return done;
}

const _ = undefined;
test.each([
  [[_, _, _], ['draw 3']],
  [[1n, 2n, 3n], ['raise 3']],
  [[3n, 2n, 1n], ['raise 3']],
  [
    [_, 10n, _, 5n, _],
    ['draw 1', 'raise 10', 'draw 2'],
  ],
  [
    [5n, _, 5n, _, 20n],
    ['raise 5', 'draw 2', 'raise 20'],
  ],
  [[], []],
])('%p takes %p', (values, expected) => {
  expect(statements(values, 0n)).toEqual(expected);
});

test('counters are served in one order, records in theirs', () => {
  const order = queues([wish(0, _, 'b'), wish(1, _, 'a'), wish(2, _, 'b')]);
  expect(order.map((queue) => [queue.counter.scope, queue.wishes.map((entry) => entry.record)])).toEqual([
    ['a', [1]],
    ['b', [0, 2]],
  ]);
});

test.each([
  [[1n, 2n, 3n], []],
  [
    [2n, 5n, 5n, 9n],
    [
      ['1', '1'],
      ['3', '4'],
      ['6', '8'],
    ],
  ],
  [[], []],
])('gaps in %p', (numbers, expected) => {
  expect(gapsIn(BigInt64Array.from(numbers), 1n).map(({ from, to }) => [from, to])).toEqual(expected);
});

test('no more gaps are gathered than are asked for', () => {
  const odd = BigInt64Array.from(Array.from({ length: 300_000 }, (_, i) => BigInt(i * 2 + 1)));
  expect(gapsIn(odd, 1n, 2)).toEqual([
    { from: '2', to: '2' },
    { from: '4', to: '4' },
  ]);
});
