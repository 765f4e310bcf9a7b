/**
 * Runs work when everything that can go on without waiting has gone on, and before anything else: what an agent says without a pause
 * is then there as a whole. Where a runtime has no such moment, a little later.
 */
export const soon: (work: () => void) => void = nextTick() ?? queueMicrotask;

function nextTick(): ((work: () => void) => void) | undefined {
  // Node, Deno and Bun have it; nothing is imported, so that the others can do without.
  const { process } = globalThis as { process?: { nextTick?: (work: () => void) => void } };
  return process?.nextTick?.bind(process);
}
