import { runAfterPoll } from "./next-loop-turn.ts";
import { onNextTick } from "./on-next-tick.ts";

/** When work runs. The engine has no timers of its own, so that a simulation can decide over time and order. */
export interface Scheduler {
  /** A monotonic clock in milliseconds. */
  elapsed(): number;
  /** Runs work after a delay; the returned function cancels it. */
  after(ms: number, work: () => void): () => void;
  /** Runs work at an interval that keeps no process alive; the returned function ends it. */
  every(ms: number, work: () => void): () => void;
  /** Runs work after all pending microtasks, before any I/O. */
  onNextTick(work: () => void): void;
  /** Runs work in the next turn of the event loop, after it has polled for I/O. */
  onNextTurn(work: () => void): void;
}

/** The longest delay of a timer; a longer one would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The clocks and queues of this process. */
export const systemScheduler: Scheduler = {
  elapsed: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, Math.min(ms, MAX_DELAY_MS));
    return () => clearTimeout(timer);
  },
  every(ms, work) {
    const timer = setInterval(work, Math.min(ms, MAX_DELAY_MS));
    timer.unref?.();
    return () => clearInterval(timer);
  },
  // Workers refuse to call `queueMicrotask` as a method of another object.
  onNextTick: (work) => onNextTick(work),
  onNextTurn: (work) => runAfterPoll(work),
};
