import { collection, dialect, freshDatabase, integer, sequence, text } from '../harness';
import { numbersOf, range, statuses, storm } from './numbers';
import type { TestNode } from './nodes';
import { startNode } from './nodes';

// Numbering old records is cut off by a kill, done by two processes at once, and goes on beside creates and deletions.

const OLD = 4000;
const FIELD = { collection: 'parcels', field: 'code' };

describe(`numbering old records on ${dialect}`, () => {
  const database = { ...freshDatabase(), pool: { max: 20 } };
  const nodes: TestNode[] = [];
  const rows = async (node: TestNode): Promise<Array<{ id: number; code: string | null }>> =>
    (await node.get('parcels:list', { paginate: 'false', fields: 'id,code' })).body.data;

  beforeAll(async () => {
    const first = await startNode({ database, install: true });
    nodes.push(first);
    await collection(first, 'parcels', []);
    for (const part of range(1, OLD / 500)) {
      const { status } = await first.post(
        'parcels:create',
        range(1, 500).map((i) => ({ title: `${part}/${i}` })),
      );
      expect(status).toBe(200);
    }
    const made = await first.post('collections/parcels/fields:create', sequence('code', [text('P-'), integer()]));
    expect(made.status).toBe(200);
    nodes.push(await startNode({ database }));
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
  });

  it('leaves no record out and gives no number twice', async () => {
    const [doomed, other] = nodes as [TestNode, TestNode];
    const old = (await rows(other)).map(({ id }) => id);
    expect((await rows(other)).filter(({ code }) => code === null)).toHaveLength(OLD);

    const cutOff = doomed.post('sequences:backfill', FIELD).then(
      ({ status }) => status,
      () => 'cut off',
    );
    const beside = other.post('sequences:backfill', FIELD);
    const removed = old.slice(-60);
    const made = storm(40, 4, (i) => other.post('parcels:create', { title: `new ${i}` }));
    const gone = storm(removed.length, 4, (i) => other.post(`parcels:destroy?filterByTk=${removed[i]}`));
    const numbered = async (): Promise<number> => (await rows(other)).filter(({ code }) => code).length;
    while ((await numbered()) < 600) await new Promise((resolve) => setTimeout(resolve, 20));
    await doomed.kill();
    expect(await cutOff).toBe('cut off');

    expect((await beside).status).toBe(200);
    expect(statuses(await made)).toEqual({ 200: 40 });
    expect(statuses(await gone)).toEqual({ 200: removed.length });
    const again = await other.post('sequences:backfill', FIELD);
    expect(again.status).toBe(200);

    const left = await rows(other);
    expect(left).toHaveLength(OLD + 40 - removed.length);
    const given = numbersOf(left.map(({ code }) => code));
    expect(new Set(given).size).toBe(left.length);
    // A record that was removed may have had its number by then.
    expect(Math.max(...given)).toBeGreaterThanOrEqual(left.length);
    expect(Math.max(...given)).toBeLessThanOrEqual(OLD + 40);
    const report = (await other.post('sequences:integrity', FIELD)).body.data;
    expect(report).toMatchObject({ nulls: 0, duplicates: [], behind: false });
  });

  it('creates in a collection that is being removed end, and the next one of that name begins anew', async () => {
    const node = nodes[1];
    for (const round of range(1, 3)) {
      await collection(node, 'passing', [sequence('code', [text('X-'), integer()])]);
      const made = storm(60, 30, (i) => node.post('passing:create', { title: `${i}` }));
      await new Promise((resolve) => setTimeout(resolve, 60 * round));
      const removed = await node.post('collections:destroy?filterByTk=passing');
      const answers = await made;
      expect(removed.status).toBe(200);
      expect(removed.took).toBeLessThan(10_000);
      expect(answers.every(({ took }) => took < 10_000)).toBe(true);
      await collection(node, 'passing', [sequence('code', [text('X-'), integer()])]);
      expect((await node.post('passing:create', {})).body.data.code).toBe('X-0001');
      expect((await node.post('collections:destroy?filterByTk=passing')).status).toBe(200);
    }
  });
});
