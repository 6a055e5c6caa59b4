/** Tries again until the check passes; @throws its last error when it never does in the time given. */
export async function eventually<Result>(
  check: () => Promise<Result> | Result,
  milliseconds = 10_000,
): Promise<Result> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
