import type { Repair } from '../../src/client-v2/api/repair-types';
import { followTask } from '../../src/client-v2/sequences/follow-task';

const RUNNING: Repair = { id: '7', status: 'running', dryRun: false, allowLower: false, rows: [] };
const SUCCEEDED: Repair = { ...RUNNING, status: 'succeeded' };

/** A server that gives these answers one after the other; an Error is thrown, the last one repeated. */
function setup(answers: (Repair | Error)[]) {
  const controller = new AbortController();
  const progress: string[] = [];
  let asked = 0;
  const getRepair = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const follow = (started: Repair) =>
    followTask(started, {
      read: getRepair,
      signal: controller.signal,
      showProgress: (repair) => progress.push(repair.status),
      wait: async () => undefined,
    });
  return { controller, follow, progress, asked: () => asked };
}

describe('followTask', () => {
  it('answers a finished repair at once', async () => {
    const server = setup([]);
    expect(await server.follow(SUCCEEDED)).toBe(SUCCEEDED);
    expect(server.asked()).toBe(0);
  });

  it('asks until the repair has ended', async () => {
    const server = setup([RUNNING, RUNNING, SUCCEEDED]);
    expect(await server.follow(RUNNING)).toBe(SUCCEEDED);
    expect(server.progress).toEqual(['running', 'running', 'succeeded']);
  });

  it('outlives a restart of the server', async () => {
    const down = new Error('down');
    const server = setup([down, down, RUNNING, down, down, down, down, down, SUCCEEDED]);
    expect(await server.follow(RUNNING)).toBe(SUCCEEDED);
  });

  it('gives up on a server that stays away', async () => {
    const server = setup([new Error('down')]);
    await expect(server.follow(RUNNING)).rejects.toThrow('down');
    expect(server.asked()).toBe(6);
  });

  it('stops asking when the watching is ended', async () => {
    const server = setup([RUNNING]);
    server.controller.abort();
    expect(await server.follow(RUNNING)).toBe(RUNNING);
    expect(server.asked()).toBe(0);
  });
});
