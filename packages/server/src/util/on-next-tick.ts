/**
 * Runs work after all pending microtasks and before any I/O, so that everything an agent yields without awaiting is complete by
 * then. Falls back to a microtask where the runtime has no such queue.
 */
export const onNextTick: (work: () => void) => void = nextTick() ?? queueMicrotask;

function nextTick(): ((work: () => void) => void) | undefined {
  // Looked up instead of imported: runtimes without it still load this module.
  const { process } = globalThis as { process?: { nextTick?: (work: () => void) => void } };
  return process?.nextTick?.bind(process);
}
