import { expect, vi } from "vitest";

/** Starts something, lets so much time pass at once as soon as a condition holds, and returns the result. */
export async function whenTimePasses<T>(ms: number, holds: () => boolean, start: () => Promise<T>): Promise<T> {
  // A little time passes by itself, for short pauses.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"], shouldAdvanceTime: true });
  try {
    const result = start();
    await expect.poll(holds).toBe(true);
    await vi.advanceTimersByTimeAsync(ms);
    return await result;
  } finally {
    vi.useRealTimers();
  }
}
