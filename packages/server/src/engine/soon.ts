/**
 * Runs work when everything that can go on without waiting has gone on, and before anything else: what an agent says without a pause
 * is then there as a whole. Where a runtime has no such moment, a little later.
 */
let works: (() => void)[] = [];
export const soon = (work: () => void): void => {
  if (works.push(work) === 1)
    setImmediate(() => {
      const all = works;
      works = [];
      for (const w of all) w();
    });
};
export const soon2: (work: () => void) => void = nextTick() ?? queueMicrotask;

function nextTick(): ((work: () => void) => void) | undefined {
  // Node, Deno and Bun have it; nothing is imported, so that the others can do without.
  const { process } = globalThis as { process?: { nextTick?: (work: () => void) => void } };
  return process?.nextTick?.bind(process);
}

/** Resolves when others, the network among them, have had their turn. */
export function breather(): Promise<void> {
  const { setImmediate = setTimeout } = globalThis as { setImmediate?: (work: () => void) => unknown };
  return new Promise((resolve) => void setImmediate(resolve));
}
