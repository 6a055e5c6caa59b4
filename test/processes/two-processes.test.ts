import { collection, dialect, freshDatabase, integer, sequence, text } from '../harness';
import { eventually } from '../eventually';
import type { TestNode } from './nodes';
import { startNode } from './nodes';
import { numbersOf, range, statuses, storm } from './numbers';

const POOL = { max: 20 };

describe(`several processes on one ${dialect}`, () => {
  const database = { ...freshDatabase(), pool: POOL };
  const nodes: TestNode[] = [];

  const codesIn = async (node: TestNode, name: string): Promise<unknown[]> => {
    const { body } = await node.get(`${name}:list`, { paginate: 'false', fields: 'code' });
    return body.data.map((row: { code: unknown }) => row.code);
  };
  const currentOf = async (node: TestNode, name: string): Promise<string[]> => {
    const { body } = await node.get('sequences:list', { filter: JSON.stringify({ collection: name }) });
    return body.data
      .filter((row: { collection: string }) => row.collection === name)
      .map((row: { current: unknown }) => String(row.current));
  };

  beforeAll(async () => {
    const first = await startNode({ database, install: true });
    nodes.push(first);
    for (const name of ['orders', ...range(1, 3).map((round) => `killed${round}`)]) {
      await collection(first, name, [sequence('code', [text('DH-'), integer({ digits: 5 })])]);
    }
    nodes.push(await startNode({ database }));
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
  });

  it('numbers 1,000 records of 100 clients without a repeat or a hole', async () => {
    const answers = await storm(1000, 100, (i) => nodes[i % 2].post('orders:create', { title: `${i}` }));

    expect(statuses(answers)).toEqual({ 200: 1000 });
    expect(numbersOf(answers.map(({ body }) => body.data.code))).toEqual(range(1, 1000));
    expect(numbersOf(await codesIn(nodes[0], 'orders'))).toEqual(range(1, 1000));
    expect(await currentOf(nodes[0], 'orders')).toEqual(['1000']);
  });

  it.each(range(1, 3))('survives the kill of a process during 200 creates (round %i)', async (round) => {
    const name = `killed${round}`;
    const [first, second] = nodes as [TestNode, TestNode];
    const fatal = 10 + Math.floor(Math.random() * 80);
    let answered = 0;
    let dead: Promise<void> | undefined;
    const answers = await storm(200, 50, async (i) => {
      try {
        return await (i % 2 ? second : first).post(`${name}:create`, { title: `${i}` });
      } catch {
        return { status: 0, body: null };
      } finally {
        answered += 1;
        if (answered === fatal) dead = second.kill();
      }
    });
    await dead;

    // What the dead process held is undone as soon as the database notices; then the next create goes on without a hole.
    const after = await storm(20, 20, (i) => first.post(`${name}:create`, { title: `after ${i}` }));
    expect(statuses(after)).toEqual({ 200: 20 });
    expect(statuses(answers)).toEqual({ 0: expect.any(Number), 200: expect.any(Number) });
    const given = [...answers, ...after].filter(({ status }) => status === 200).map(({ body }) => body.data.code);
    expect(new Set(given).size).toBe(given.length);
    await eventually(async () => {
      const stored = numbersOf(await codesIn(first, name));
      expect(stored).toEqual(range(1, stored.length));
      expect(new Set(stored)).toEqual(new Set([...stored, ...numbersOf(given)]));
      expect(await currentOf(first, name)).toEqual([String(stored.length)]);
    });

    nodes[1] = await startNode({ database });
  });
});
