import type { TaskState, TaskStatus } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { TurnEnd } from "./turn-end.ts";

const status = (state: string, timestamp?: string): TaskStatus => ({
  state: `TASK_STATE_${state}` as TaskState,
  ...(timestamp !== undefined && { timestamp }),
});

describe("the end of a turn", () => {
  it("is the end of the task, or a question", () => {
    for (const state of ["COMPLETED", "FAILED", "CANCELED", "REJECTED", "INPUT_REQUIRED", "AUTH_REQUIRED"]) {
      expect(new TurnEnd(false).isOver(status(state), false)).toBe(true);
    }
    for (const state of ["SUBMITTED", "WORKING", "UNSPECIFIED"]) {
      expect(new TurnEnd(false).isOver(status(state), true)).toBe(false);
    }
  });

  it("is not the question that is being answered, but the next one", () => {
    const turn = new TurnEnd(true);
    expect(turn.isOver(status("INPUT_REQUIRED"), false)).toBe(false);
    expect(turn.isOver(status("WORKING"), true)).toBe(false);
    expect(turn.isOver(status("INPUT_REQUIRED"), true)).toBe(true);
  });

  it("is a question with another timestamp, even without events in between", () => {
    const turn = new TurnEnd(true);
    turn.startsFrom(status("INPUT_REQUIRED", "2026-01-01T10:00:00Z"));
    expect(turn.isOver(status("INPUT_REQUIRED", "2026-01-01T10:00:00Z"), false)).toBe(false);
    expect(turn.isOver(status("INPUT_REQUIRED", "2026-01-01T10:00:05Z"), false)).toBe(true);
  });

  it("is not the old question whose message has moved to the history", () => {
    const turn = new TurnEnd(true);
    const message = { messageId: "q", role: "ROLE_AGENT" as const, parts: [{ text: "Which year?" }] };
    turn.startsFrom({ ...status("INPUT_REQUIRED"), message });
    expect(turn.isOver(status("INPUT_REQUIRED"), false)).toBe(false);
    expect(turn.isOver({ ...status("INPUT_REQUIRED"), message }, false)).toBe(false);
    expect(turn.isOver({ ...status("INPUT_REQUIRED"), message: { ...message, messageId: "q-2" } }, false)).toBe(true);
  });

  it("is a question that arrives as the first event", () => {
    expect(new TurnEnd(true).isOver(status("INPUT_REQUIRED"), true)).toBe(true);
  });

  it("is eventually treated as the same question when it keeps arriving", () => {
    const turn = new TurnEnd(true);
    const seen = Array.from({ length: 30 }, () => turn.isOver(status("INPUT_REQUIRED"), false));
    expect(seen.at(0)).toBe(false);
    expect(seen.at(-1)).toBe(true);
  });
});
