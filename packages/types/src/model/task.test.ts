import { describe, expect, it } from "vitest";
import { userText } from "./message.ts";
import { type Task, trimHistory } from "./task.ts";

describe("trimHistory", () => {
  const history = ["a", "b", "c"].map((text) => userText(text));
  const task: Task = Object.freeze({ id: "t", status: { state: "TASK_STATE_WORKING" as const }, history });

  it("keeps the most recent messages, oldest first", () => {
    expect(trimHistory(task, 2).history).toStrictEqual(history.slice(1));
  });

  it("keeps all of them when asked for as many, for more, or for nothing in particular", () => {
    for (const length of [3, 4, undefined]) expect(trimHistory(task, length)).toBe(task);
  });

  it("leaves the member out when asked for none", () => {
    expect("history" in trimHistory(task, 0)).toBe(false);
    expect("history" in trimHistory({ ...task, history: [] }, 0)).toBe(false);
  });

  it("has nothing to do where there is no history", () => {
    const bare: Task = { id: "t", status: task.status };
    expect(trimHistory(bare, 1)).toBe(bare);
  });
});
