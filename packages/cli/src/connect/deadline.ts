import { LocalError } from "@a2a/types";

/** One time-out for a whole command, linked with whoever may interrupt it. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** Starts the time. When it is up, the reason of the signal is a `LocalError` `TIMEOUT`. */
export function startDeadline(interrupted: AbortSignal, timeoutMs: number | undefined): Deadline {
  if (timeoutMs === undefined) return { signal: interrupted, [Symbol.dispose]: () => undefined };
  const late = new AbortController();
  const giveUp = () => late.abort(new LocalError("TIMEOUT", `not done within ${timeoutMs} ms`));
  const timer = setTimeout(giveUp, Math.min(timeoutMs, LONGEST_TIMER_MS));
  return { signal: AbortSignal.any([interrupted, late.signal]), [Symbol.dispose]: () => clearTimeout(timer) };
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
