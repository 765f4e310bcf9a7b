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
  /** Runs work in the next iteration of the event loop, after it has polled for I/O. */
  onNextIteration(work: () => void): void;
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
  onNextTick: runOnNextTick,
  onNextIteration: runAfterPoll,
};

/**
 * Runs work after all pending microtasks and before any I/O, so that everything an agent yields without awaiting is complete by
 * then. Falls back to a microtask where the runtime has no such queue.
 */
export function runOnNextTick(work: () => void): void {
  // Called by itself: workers refuse to call `queueMicrotask` as a method of another object.
  tick(work);
}

const tick: (work: () => void) => void = nextTick() ?? queueMicrotask;

function nextTick(): ((work: () => void) => void) | undefined {
  // Looked up instead of imported: runtimes without it still load this module.
  const { process } = globalThis as { process?: { nextTick?: (work: () => void) => void } };
  return process?.nextTick?.bind(process);
}

let iteration: Promise<void> | undefined;

/**
 * Resolves once per iteration of the event loop, for everyone who asked in the meantime: after all pending microtasks and after the loop
 * has polled for I/O. Running work back to back keeps the CPU caches warm; the same work between system calls costs twice as
 * much (docs/decisions/011).
 */
export function nextLoopIteration(): Promise<void> {
  iteration ??= afterPoll().then(() => {
    iteration = undefined;
  });
  return iteration;
}

// Captured at load, so that fake timers in an agent's tests do not stop the server.
const { setImmediate } = globalThis as { setImmediate?: (work: () => void) => unknown };

/** Resolves in the next iteration of the event loop, after it has polled for I/O. */
export function afterPoll(): Promise<void> {
  return new Promise(runAfterPoll);
}

/** Runs work in the next iteration of the event loop, after it has polled for I/O. */
export function runAfterPoll(work: () => void): void {
  // Looked up instead of imported: runtimes without it still load this module.
  if (setImmediate) setImmediate(work);
  else queueMicrotask(work);
}
