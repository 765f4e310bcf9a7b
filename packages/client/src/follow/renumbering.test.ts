import type { StreamResponse } from "@a2a/types";
import { expect, it } from "vitest";
import { RenumberingDetector } from "./renumbering.ts";

const task = (state: "SUBMITTED" | "WORKING"): StreamResponse => ({
  task: { id: "t-1", contextId: "c-1", status: { state: `TASK_STATE_${state}` } },
});

/** A detector after a connection with these events. */
function after(...events: { id?: string; event: StreamResponse }[]): RenumberingDetector {
  const detector = new RenumberingDetector();
  detector.begin();
  for (const event of events) detector.note(event);
  return detector;
}

it("recognizes a number that comes with another event", () => {
  const detector = after({ id: "1", event: task("SUBMITTED") }, { id: "2", event: task("WORKING") });
  expect(detector.isRenumbered({ id: "1", event: task("WORKING") })).toBe(true);
  expect(detector.isRenumbered({ id: "1", event: task("SUBMITTED") })).toBe(false);
});

it("says nothing about numbers that the connection did not begin with, and before there were any", () => {
  expect(after({ id: "1", event: task("SUBMITTED") }).isRenumbered({ id: "2", event: task("WORKING") })).toBe(false);
  expect(after({ event: task("SUBMITTED") }).isRenumbered({ id: "1", event: task("WORKING") })).toBe(false);
});

it("compares with the last connection", () => {
  const detector = after({ id: "1", event: task("SUBMITTED") });
  detector.begin();
  detector.note({ id: "1", event: task("WORKING") });
  expect(detector.isRenumbered({ id: "1", event: task("WORKING") })).toBe(false);
});
