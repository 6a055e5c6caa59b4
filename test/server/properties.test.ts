import fc from 'fast-check';
import type { TestApp } from '../harness';
import { collection, createApp, date, dialect, integer, sequence, text } from '../harness';
import { CronExpressionParser } from 'cron-parser';
import { periodOf } from '../../src/server/sequence/pattern/period';

// Any interleaving of creates, bulk writes, rollbacks and savepoint rollbacks, with late and back-dated records, scopes,
// and zones with DST: for each scope and period the numbers are start..n, without a hole and without a repeat.

const ZONES = ['UTC', 'Europe/Berlin', 'America/Havana', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const START = 3;

let app: TestApp;
beforeAll(async () => {
  app = await createApp({ pool: 20 });
  for (const [i, timezone] of ZONES.entries()) {
    await collection(app, `x_${i}`, [
      { name: 'run', type: 'string' },
      { name: 'group', type: 'string' },
      sequence(
        'code',
        [
          date('YYYYMMDD'),
          text('-'),
          integer({ digits: 2, start: START, cycle: '0 0 * * *', scope: ['run', 'group'] }),
        ],
        { timezone },
      ),
    ]);
  }
});
afterAll(() => app?.close());

interface Write {
  /** Minutes after the start of the year, around which the record is dated. */
  at: number;
  group: string | null;
  rows: number;
  end: 'commit' | 'rollback' | 'savepoint';
}

// Most records fall near the days on which clocks change in one zone or another.
const DST_MINUTES = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-10-04',
  '2026-10-25',
  '2026-10-30',
  '2026-11-01',
].map((day) => (Date.parse(`${day}T00:00:00Z`) - Date.parse('2026-01-01T00:00:00Z')) / 60_000);
const write = fc.record<Write>({
  at: fc
    .tuple(fc.constantFrom(...DST_MINUTES), fc.integer({ min: -2000, max: 2000 }))
    .map(([day, offset]) => day + offset),
  group: fc.constantFrom('a', 'b', null),
  rows: fc.integer({ min: 1, max: 3 }),
  end: fc.constantFrom('commit', 'commit', 'commit', 'rollback', 'savepoint'),
});
const history = fc.array(fc.array(write, { minLength: 1, maxLength: dialect === 'sqlite' ? 1 : 6 }), {
  minLength: 1,
  maxLength: 6,
});

const timeOf = (at: number): Date => new Date(Date.parse('2026-01-01T00:00:00Z') + at * 60_000);

/** One transaction: an own row, then what the write says, ended as it says. Answers how many rows it kept. */
async function run(name: string, runId: string, { at, group, rows, end }: Write): Promise<void> {
  const { sequelize } = app.app.db;
  const { model } = app.app.db.getCollection(name);
  const records = Array.from({ length: rows }, (_, i) => ({
    run: runId,
    group,
    createdAt: new Date(timeOf(at).getTime() + i),
  }));
  const transaction = await sequelize.transaction();
  try {
    if (end === 'savepoint') {
      const savepoint = await sequelize.transaction({ transaction });
      await model.bulkCreate(records as never, { transaction: savepoint });
      await savepoint.rollback();
    }
    if (rows === 1) await app.app.db.getRepository(name).create({ values: records[0] as never, transaction });
    else await model.bulkCreate(records as never, { transaction });
    if (end === 'rollback') await transaction.rollback();
    else await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

/** The local calendar day of an instant, by the platform's own calendar: an independent check of the periods. */
const dayIn = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .format(instant)
    .replace(/-/g, '');

let runs = 0;

test.each(ZONES.map((zone, i) => [zone, i] as const))(
  '%s: numbers are start..n for each scope and day',
  async (zone, i) => {
    const name = `x_${i}`;
    await fc.assert(
      fc.asyncProperty(history, async (batches) => {
        const runId = `run${++runs}`;
        for (const batch of batches) await Promise.all(batch.map((entry) => run(name, runId, entry)));
        const stored = await app.app.db.getRepository(name).find({ filter: { run: runId } });
        const expected = new Map<string, number>();
        for (const entry of batches.flat()) {
          if (entry.end === 'rollback') continue;
          const key = `${entry.group} ${dayIn(timeOf(entry.at), zone)}`;
          expected.set(key, (expected.get(key) ?? 0) + entry.rows);
        }
        const found = new Map<string, number[]>();
        for (const record of stored) {
          const [day, number] = String(record.get('code')).split('-') as [string, string];
          expect(day).toBe(dayIn(record.get('createdAt') as Date, zone));
          const key = `${record.get('group')} ${day}`;
          found.set(key, [...(found.get(key) ?? []), Number(number)]);
        }
        const model = [...expected].map(([key, rows]) => [key, Array.from({ length: rows }, (_, n) => START + n)]);
        const actual = [...found].map(([key, numbers]) => [key, numbers.sort((a, b) => a - b)]);
        expect(actual.sort()).toEqual(model.sort());
      }),
      { numRuns: 12, endOnFailure: true },
    );
  },
);

test('any mix of given and blank values in a bulk write keeps the order and repeats nothing', async () => {
  await collection(app, 'x_given', [
    { name: 'run', type: 'string' },
    sequence('code', [integer({ digits: 3, scope: ['run'] })], { inputable: true }),
  ]);
  const { model } = app.app.db.getCollection('x_given');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }), { minLength: 1, maxLength: 12 }),
      async (values) => {
        const records = values.map((value) => ({
          run: `given${++runs && runs}`,
          code: value === null ? null : String(value).padStart(3, '0'),
        }));
        const run_ = `given${runs}`;
        records.forEach((record) => (record.run = run_));
        const made: any[] = (await model.bulkCreate(records as never)) as never;
        let reached = 0;
        const expected = values.map((value) => {
          reached = value === null ? reached + 1 : Math.max(reached, value);
          return String(value ?? reached).padStart(3, '0');
        });
        expect(made.map((record) => record.get('code'))).toEqual(expected);
      },
    ),
    { numRuns: 30 },
  );
});

test('the cron library agrees on periods where no clock changes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        '0 0 * * *',
        '0 0 1 * *',
        '0 0 1 1 *',
        '0 0 * * 1',
        '30 4 1,15 * 5',
        '0 0 1 */3 *',
        '*/10 * * * * *',
      ),
      fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (cycle, at) => {
        const { start, end } = periodOf(at, cycle, 'Asia/Kathmandu');
        const second = Math.floor(at.getTime() / 1000) * 1000;
        const parse = (currentDate: Date) => CronExpressionParser.parse(cycle, { currentDate, tz: 'Asia/Kathmandu' });
        expect(start).toEqual(
          parse(new Date(second + 1000))
            .prev()
            .toDate(),
        );
        expect(end).toEqual(parse(new Date(second)).next().toDate());
      },
    ),
    { numRuns: 300 },
  );
});
