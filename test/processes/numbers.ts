/** The counted part of `<prefix><digits>`. */
export function numberOf(code: unknown): number {
  return Number(/(\d+)$/.exec(String(code))?.[1]);
}

/** Sorted counted parts. */
export function numbersOf(codes: unknown[]): number[] {
  return codes.map(numberOf).sort((a, b) => a - b);
}

/** `from`..`to`, both included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** Does `count` things with `clients` of them under way at once; answers in the order of the things. */
export async function storm<Result>(
  count: number,
  clients: number,
  run: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) results[index] = await run(index);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
}

/** How often each answer's status came, e.g. {200: 1000}: says more than a bare count when it is not as expected. */
export function statuses(answers: Array<{ status: number }>): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
