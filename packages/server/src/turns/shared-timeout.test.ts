import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SharedTimeout } from "./shared-timeout.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("fires for each item at its own deadline, and not for items removed before", () => {
  const rung: string[] = [];
  const timeout = new SharedTimeout<string>(1_000, (item) => rung.push(item));
  timeout.add("a");
  vi.advanceTimersByTime(400);
  const b = timeout.add("b");
  timeout.add("c");
  timeout.delete(b);
  vi.advanceTimersByTime(600);
  expect(rung).toEqual(["a"]);
  vi.advanceTimersByTime(399);
  expect(rung).toEqual(["a"]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual(["a", "c"]);
  timeout.add("d");
  vi.advanceTimersByTime(1_000);
  expect(rung).toEqual(["a", "c", "d"]);
});

it("runs at most one timer, and none when empty", () => {
  const timeout = new SharedTimeout<number>(1_000, () => undefined);
  const waits = Array.from({ length: 100 }, (_, item) => timeout.add(item));
  expect(vi.getTimerCount()).toBe(1);
  for (const wait of waits) timeout.delete(wait);
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(0);
});
