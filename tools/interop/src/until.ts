/** Polls until a condition holds; throws on timeout. */
export async function until(holds: () => Promise<boolean> | boolean, waitMs = 10_000): Promise<void> {
  const end = performance.now() + waitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`it did not happen within ${waitMs / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
