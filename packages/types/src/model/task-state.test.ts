import { describe, expect, it } from "vitest";
import { isInterrupted, isSettled, isTerminal, taskStates } from "./task-state.ts";

describe("states", () => {
  it("stand in the order of their protobuf numbers", () => {
    expect(taskStates.indexOf("TASK_STATE_UNSPECIFIED")).toBe(0);
    expect(taskStates.indexOf("TASK_STATE_CANCELED")).toBe(5);
    expect(taskStates.indexOf("TASK_STATE_AUTH_REQUIRED")).toBe(8);
  });

  it("are terminal, interrupted or neither", () => {
    expect(taskStates.filter(isTerminal)).toStrictEqual([
      "TASK_STATE_COMPLETED",
      "TASK_STATE_FAILED",
      "TASK_STATE_CANCELED",
      "TASK_STATE_REJECTED",
    ]);
    expect(taskStates.filter(isInterrupted)).toStrictEqual(["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_AUTH_REQUIRED"]);
    expect(taskStates.filter((state) => !isSettled(state))).toStrictEqual([
      "TASK_STATE_UNSPECIFIED",
      "TASK_STATE_SUBMITTED",
      "TASK_STATE_WORKING",
    ]);
  });
});
