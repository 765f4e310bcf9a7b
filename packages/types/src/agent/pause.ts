import { onceAborted } from "../util/once-aborted.ts";

/** Waits for a number of milliseconds. Rejects with the signal's reason as soon as it aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      release();
      resolve();
    }, ms);
    const release = onceAborted(signal, () => {
      clearTimeout(timer);
      reject(signal?.reason);
    });
  });
}
