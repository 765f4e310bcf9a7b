import { expect, it } from "vitest";
import { CallSignals } from "./call-signals.ts";

it("a signal serves one call at a time, and none after it was aborted", () => {
  const signals = new CallSignals();
  const [first, second] = [signals.take(), signals.take()];
  expect(second).not.toBe(first);
  signals.giveBack(first);
  expect(signals.take()).toBe(first);
  first.abort();
  signals.giveBack(first);
  signals.giveBack(second);
  expect([signals.take(), signals.take()].map(({ signal }) => signal.aborted)).toEqual([false, false]);
});
