/** Polls until a condition holds; throws on timeout. */
export async function until(holds: () => Promise<boolean> | boolean, retryForMs = 10_000): Promise<void> {
  const end = performance.now() + retryForMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`it did not happen within ${retryForMs / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
