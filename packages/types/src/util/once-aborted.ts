/** Calls back when a signal aborts, at once if it has aborted already. The function that is returned stops listening. */
export function onceAborted(signal: AbortSignal | undefined, abort: () => void): () => void {
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  return () => signal?.removeEventListener("abort", abort);
}

/** The promise, or the signal's reason as soon as that aborts. Nothing stays attached to the signal afterwards. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const release = onceAborted(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(release);
  });
}
