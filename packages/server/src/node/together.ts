import { setImmediate } from "node:timers";

let turn: Promise<void> | undefined;

/**
 * Resolves when the event loop has read what there is to read, for all who asked in the meantime at once. Requests that are carried out
 * one after the other cost half of what they cost between the reads of sockets, where each finds the caches full of something else.
 */
export function together(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}
