import { LocalError } from "@a2a/types";

/** One timeout for a whole command, linked with its interrupt signal. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** Starts the timeout. When it expires, the signal aborts with a `LocalError` `TIMEOUT`. */
export function startDeadline(interrupted: AbortSignal, timeoutMs: number | undefined): Deadline {
  if (timeoutMs === undefined) return { signal: interrupted, [Symbol.dispose]: () => undefined };
  const late = new AbortController();
  const expire = () => late.abort(new LocalError("TIMEOUT", `the command did not finish within ${timeoutMs} ms`));
  const timer = setTimeout(expire, Math.min(timeoutMs, MAX_TIMER_MS));
  return { signal: AbortSignal.any([interrupted, late.signal]), [Symbol.dispose]: () => clearTimeout(timer) };
}

const MAX_TIMER_MS = 2 ** 31 - 1;
