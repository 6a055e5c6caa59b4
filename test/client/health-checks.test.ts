import type { Health } from '../../src/client-v2/api/types';
import { fieldId, HealthChecks, needsAttention } from '../../src/client-v2/sequences/health-checks';

const FINE = { total: 3, nulls: 0, duplicates: 0, gaps: 0, behind: false, unreadable: 0, works: true, faults: [] };
const target = (field: string) => ({ collection: 'orders', field });
const healthOf = (field: string, more: Partial<Health> = {}): Health => ({ ...target(field), ...FINE, ...more });

/** A server whose answers are given by hand, in the order of the questions. */
function setup() {
  const open: { field: string; answer: (health: Health) => void; fail: (error: Error) => void }[] = [];
  const checks = new HealthChecks(({ field }) => new Promise((answer, fail) => open.push({ field, answer, fail })));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const stepOf = (field: string) => checks.getStates().get(fieldId(target(field)))?.step;
  return { open, checks, settled, stepOf };
}

describe('HealthChecks', () => {
  it('reads two fields at a time, the others wait', async () => {
    const { open, checks, settled, stepOf } = setup();
    checks.subscribe(() => undefined);
    checks.checkNew(['a', 'b', 'c', 'd'].map(target));
    expect(open.map(({ field }) => field)).toEqual(['a', 'b']);
    expect(stepOf('c')).toBe('waiting');
    open[1].answer(healthOf('b'));
    await settled();
    expect(open.map(({ field }) => field)).toEqual(['a', 'b', 'c']);
    expect([stepOf('a'), stepOf('b'), stepOf('c'), stepOf('d')]).toEqual(['reading', 'known', 'reading', 'waiting']);
  });

  it('goes on after a failure and keeps the last figures', async () => {
    const { open, checks, settled, stepOf } = setup();
    checks.subscribe(() => undefined);
    checks.checkNew([target('a')]);
    open[0].answer(healthOf('a', { gaps: 7 }));
    await settled();
    checks.check([target('a'), target('b')]);
    open[1].fail(new Error('down'));
    await settled();
    expect(checks.getStates().get(fieldId(target('a')))).toMatchObject({
      step: 'failed',
      error: { message: 'down' },
      health: { gaps: 7 },
    });
    open[2].answer(healthOf('b'));
    await settled();
    expect(stepOf('b')).toBe('known');
  });

  it('asks once for a field that is known or under way', async () => {
    const { open, checks, settled } = setup();
    checks.subscribe(() => undefined);
    checks.checkNew([target('a')]);
    checks.checkNew([target('a')]);
    open[0].answer(healthOf('a'));
    await settled();
    checks.checkNew([target('a')]);
    expect(open).toHaveLength(1);
  });

  it('starts nothing more when nobody looks any longer', async () => {
    const { open, checks, settled } = setup();
    const leave = checks.subscribe(() => undefined);
    checks.checkNew(['a', 'b', 'c'].map(target));
    leave();
    open[0].answer(healthOf('a'));
    await settled();
    expect(open).toHaveLength(2);
  });
});

describe('needsAttention', () => {
  it.each([
    [undefined, false],
    [{ step: 'waiting' as const }, false],
    [{ step: 'failed' as const, error: { message: 'x' } }, true],
    [{ step: 'known' as const, health: healthOf('a') }, false],
    [{ step: 'known' as const, health: healthOf('a', { gaps: 3 }) }, false],
    [{ step: 'known' as const, health: healthOf('a', { behind: true }) }, true],
    [{ step: 'known' as const, health: healthOf('a', { duplicates: 1 }) }, true],
    [{ step: 'known' as const, health: healthOf('a', { nulls: 1 }) }, true],
    [{ step: 'known' as const, health: healthOf('a', { unreadable: 1 }) }, true],
  ])('%#', (state, attention) => {
    expect(needsAttention(state)).toBe(attention);
  });
});
