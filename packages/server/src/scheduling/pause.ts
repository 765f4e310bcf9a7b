/** Resolves after a while, or as soon as the signal aborts. The timer keeps no process alive. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    timer.unref?.();
    if (signal?.aborted) done();
    else signal?.addEventListener("abort", done);
  });
}
