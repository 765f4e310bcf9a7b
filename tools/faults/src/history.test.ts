import { describe, expect, it } from "vitest";
import { checkHistory, type Seen, type Witness } from "./history.ts";

const status = (seq: number, state: string): Seen => ({ seq, event: { statusUpdate: { status: { state } } } });
const chunk = (seq: number, text: string): Seen => ({
  seq,
  event: { artifactUpdate: { artifact: { parts: [{ text }] } } },
});
const start: Seen = { seq: 1, event: { task: { status: { state: "TASK_STATE_SUBMITTED" } } } };
const log = [start, chunk(2, "a"), chunk(3, "b"), status(4, "TASK_STATE_COMPLETED")];
const witness = (seen: Seen[], state?: string): Witness => ({
  messageId: "m",
  expected: ["a", "b"],
  taskId: "t",
  seen,
  ...(state && { state }),
});

describe("the history checker", () => {
  it("accepts a log that contains all observed events", () => {
    expect(checkHistory(witness([start, chunk(2, "a")]), log, "TASK_STATE_COMPLETED")).toEqual([]);
  });

  it.each([
    ["lost", witness([start, chunk(9, "z")]), log, "TASK_STATE_COMPLETED", /event 9 was seen and is lost/],
    ["changed", witness([start, chunk(2, "x")]), log, "TASK_STATE_COMPLETED", /event 2 has changed/],
    ["out of order", witness([]), [start, chunk(3, "b"), chunk(2, "a")], "TASK_STATE_FAILED", /2 follows 3/],
    ["stuck", witness([]), [start], "TASK_STATE_WORKING", /still TASK_STATE_WORKING/],
    ["ended twice", witness([]), [...log, status(5, "TASK_STATE_FAILED")], "TASK_STATE_FAILED", /ended 2 times/],
    ["going on", witness([]), [...log, chunk(5, "c")], "TASK_STATE_COMPLETED", /continues after its end/],
    [
      "short",
      witness([]),
      [start, chunk(2, "a"), status(3, "TASK_STATE_COMPLETED")],
      "TASK_STATE_COMPLETED",
      /instead of/,
    ],
    ["doubled", witness([]), [start, chunk(2, "a"), chunk(3, "a")], "TASK_STATE_FAILED", /instead of/],
    ["reversed", witness([], "TASK_STATE_COMPLETED"), log.slice(0, 3), "TASK_STATE_FAILED", /was TASK_STATE_COMPLETED/],
  ] as const)("finds what is %s", (_, seen, entries, state, problem) => {
    expect(checkHistory(seen, entries, state).join("\n")).toMatch(problem);
  });
});
