/** Calls back when a signal aborts. There is one listener for all who wait on a signal: many calls share that of their connection. */
export function onAbort(signal: AbortSignal, abort: () => void): void {
  let waiting = waitingFor.get(signal);
  if (waiting === undefined) {
    const all = new Set<() => void>();
    waitingFor.set(signal, all);
    signal.addEventListener(
      "abort",
      () => {
        for (const call of all) call();
        all.clear();
      },
      { once: true },
    );
    waiting = all;
  }
  waiting.add(abort);
}

/** The call is not wanted any more. */
export function offAbort(signal: AbortSignal, abort: () => void): void {
  waitingFor.get(signal)?.delete(abort);
}

const waitingFor = new WeakMap<AbortSignal, Set<() => void>>();

/** The promise, or the signal's reason as soon as that aborts. Nothing stays attached to the signal afterwards. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    onAbort(signal, abort);
    promise.then(
      (value) => {
        offAbort(signal, abort);
        resolve(value);
      },
      (error: unknown) => {
        offAbort(signal, abort);
        reject(error);
      },
    );
  });
}
