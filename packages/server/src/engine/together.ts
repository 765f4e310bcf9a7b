let turn: Promise<void> | undefined;

/**
 * Resolves when everything that can go on without waiting has gone on and the event loop has read what there is to read: for all who
 * asked in the meantime at once. Work that is done one piece after the other costs half of what it costs between the calls into
 * the operating system, where each piece finds the caches full of something else.
 */
export function together(): Promise<void> {
  turn ??= nextTurn().then(() => {
    turn = undefined;
  });
  return turn;
}

// As it is when this is loaded: whoever replaces the timers for a test means those of the agent.
const { setImmediate } = globalThis as { setImmediate?: (work: () => void) => unknown };

function nextTurn(): Promise<void> {
  // Node, Deno, Bun and most others have it; nothing is imported, so that the rest can do without.
  return setImmediate ? new Promise((resolve) => void setImmediate(resolve)) : Promise.resolve();
}
