let turn: Promise<void> | undefined;

/**
 * Resolves once per turn of the event loop, for everyone who asked in the meantime: after all pending microtasks and after the loop
 * has polled for I/O. Running work back to back keeps the CPU caches warm; the same work between system calls costs twice as
 * much (docs/decisions/011).
 */
export function nextLoopTurn(): Promise<void> {
  turn ??= afterPoll().then(() => {
    turn = undefined;
  });
  return turn;
}

// Captured at load, so that fake timers in an agent's tests do not stop the server.
const { setImmediate } = globalThis as { setImmediate?: (work: () => void) => unknown };

/** Resolves in the next turn of the event loop, after it has polled for I/O. */
export function afterPoll(): Promise<void> {
  return new Promise(runAfterPoll);
}

/** Runs work in the next turn of the event loop, after it has polled for I/O. */
export function runAfterPoll(work: () => void): void {
  // Looked up instead of imported: runtimes without it still load this module.
  if (setImmediate) setImmediate(work);
  else queueMicrotask(work);
}
