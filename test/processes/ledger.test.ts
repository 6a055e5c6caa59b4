import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { dialect, freshDatabase } from '../harness';

// The long form is `npm run soak`; figures of long runs are in docs/benchmarks.md.

const KILLS = 8;
const script = path.join(__dirname, '../../soak/run.mjs');

test(`processes killed under load on ${dialect}: every committed change has its one effect, in order`, async () => {
  const env = { ...process.env, SOAK_DATABASE: JSON.stringify(freshDatabase()) };
  const soak = promisify(execFile)(process.execPath, [script, '--kills', String(KILLS)], { env });
  const { stdout } = await soak.catch((error: { stdout: string }) => error);
  const ledger = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>;
  expect(ledger).toMatchObject({
    acknowledgedButNotCommitted: 0,
    changesWithoutEffect: 0,
    effectsWithoutChange: 0,
    effectsTwice: 0,
    recordsOutOfOrder: 0,
    eventsNotInLog: 0,
    numbersRepeated: 0,
  });
  expect(ledger.kills).toBeGreaterThanOrEqual(KILLS);
  expect(ledger.committed).toBeGreaterThan(KILLS);
}, 400_000);
