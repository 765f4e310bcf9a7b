import { LinkedList, type ListNode } from "./linked-list.ts";

/** Calls back when a signal aborts. There is one listener for all who wait on a signal: many calls share that of their connection. */
export function onAbort(signal: AbortSignal, abort: () => void): ListNode<() => void> {
  let waiting = waitingFor.get(signal);
  if (waiting === undefined) {
    const all = new LinkedList<() => void>();
    signal.addEventListener(
      "abort",
      () => {
        for (const call of all) call();
      },
      { once: true },
    );
    waitingFor.set(signal, all);
    waiting = all;
  }
  return waiting.add(abort);
}

/** The call is not wanted any more. */
export function offAbort(signal: AbortSignal, link: ListNode<() => void>): void {
  waitingFor.get(signal)?.remove(link);
}

const waitingFor = new WeakMap<AbortSignal, LinkedList<() => void>>();

/** The promise, or the signal's reason as soon as that aborts. Nothing stays attached to the signal afterwards. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    const link = onAbort(signal, abort);
    promise.then(
      (value) => {
        offAbort(signal, link);
        resolve(value);
      },
      (error: unknown) => {
        offAbort(signal, link);
        reject(error);
      },
    );
  });
}
