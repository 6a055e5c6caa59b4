import { Door } from '../../src/server/sequence/admission/door';
import { WaitingSaves } from '../../src/server/sequence/admission/waiting-saves';

const COUNTER = { collection: 'orders', field: 'code', key: 1, scope: '', period: '' };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('saves that wait for a counter', () => {
  test('the longest line of a collection counts, and lines end', () => {
    const waiting = new WaitingSaves();
    const leave = [
      waiting.join(COUNTER),
      waiting.join(COUNTER),
      waiting.join({ ...COUNTER, scope: 'a' }),
      waiting.join({ ...COUNTER, collection: 'invoices' }),
    ];
    expect(waiting.longest('orders')).toBe(2);
    expect(waiting.longest('invoices')).toBe(1);
    expect(waiting.longest('customers')).toBe(0);
    for (const end of leave) end();
    expect(waiting.longest('orders')).toBe(0);
    expect(waiting.anyAt(COUNTER)).toBe(false);
  });

  test('a line that ended and began anew is the same line', () => {
    const waiting = new WaitingSaves();
    waiting.join(COUNTER)();
    waiting.join(COUNTER);
    expect(waiting.anyAt(COUNTER)).toBe(true);
    expect(waiting.longest('orders')).toBe(1);
  });

  test('the next one is told once', () => {
    const waiting = new WaitingSaves();
    const told = jest.fn();
    const first = waiting.join(COUNTER);
    const second = waiting.join(COUNTER);
    waiting.onNext(COUNTER, told);
    first();
    second();
    expect(told).toHaveBeenCalledTimes(1);
  });
});

describe('the door', () => {
  let crowd = 0;
  const entered: string[] = [];
  const come = (door: Door, name: string): Promise<void> => door.pass().then(() => void entered.push(name));

  beforeEach(() => {
    crowd = 0;
    entered.length = 0;
  });

  test('is open while few wait', async () => {
    const door = new Door(
      () => crowd,
      () => 1000,
    );
    await Promise.all([come(door, 'a'), come(door, 'b')]);
    expect(entered).toEqual(['a', 'b']);
  });

  test('closes when enough wait, and lets one in for each that has written, in the order they came', async () => {
    const door = new Door(
      () => crowd,
      () => 1000,
    );
    crowd = 2;
    const all = Promise.all(['a', 'b', 'c'].map((name) => come(door, name)));
    door.written();
    await turn();
    expect(entered).toEqual([]);
    crowd = 1;
    door.written();
    await turn();
    expect(entered).toEqual(['a']);
    // One who comes now has to go behind those who wait.
    const late = come(door, 'd');
    for (let i = 0; i < 3; i++) door.written();
    await Promise.all([all, late]);
    expect(entered).toEqual(['a', 'b', 'c', 'd']);
  });

  test('a save that failed keeps nobody out', async () => {
    const door = new Door(
      () => crowd,
      () => 1000,
    );
    crowd = 2;
    const waits = come(door, 'a');
    crowd = 0;
    door.left();
    await waits;
    expect(entered).toEqual(['a']);
  });

  test('those whom nobody calls look for themselves', async () => {
    const door = new Door(
      () => crowd,
      () => 10_000,
    );
    crowd = 2;
    const waits = come(door, 'a');
    crowd = 0;
    await waits;
    expect(entered).toEqual(['a']);
  });

  test('after the limit it answers that the counter is busy, and the place in the line is gone', async () => {
    const door = new Door(
      () => crowd,
      () => 50,
    );
    crowd = 2;
    await expect(door.pass()).rejects.toMatchObject({ status: 503, code: 'SEQUENCE_BUSY' });
    expect(door.isFree).toBe(true);
  });

  test('who looks for itself keeps its place in front of those who come later', async () => {
    const door = new Door(
      () => crowd,
      () => 10_000,
    );
    crowd = 2;
    const first = come(door, 'a');
    await new Promise((resolve) => setTimeout(resolve, 700));
    const second = come(door, 'b');
    await new Promise((resolve) => setTimeout(resolve, 500));
    crowd = 1;
    door.written();
    await turn();
    expect(entered).toEqual(['a']);
    door.written();
    await Promise.all([first, second]);
  });

  test('one that failed gives its turn to the next, also while another waits', async () => {
    const door = new Door(
      () => crowd,
      () => 500,
    );
    crowd = 2;
    const waits = come(door, 'a');
    crowd = 1;
    door.left();
    await turn();
    expect(entered).toEqual([]);
    door.left(true);
    await waits;
    expect(entered).toEqual(['a']);
  });

  test('when the counter is held beyond the limit nobody outside begins to wait anew', async () => {
    const door = new Door(
      () => crowd,
      () => 10_000,
    );
    crowd = 2;
    const waits = [door.pass(), door.pass()];
    door.sendAway();
    for (const wait of waits) await expect(wait).rejects.toMatchObject({ status: 503, code: 'SEQUENCE_BUSY' });
    expect(door.isFree).toBe(true);
  });
});
