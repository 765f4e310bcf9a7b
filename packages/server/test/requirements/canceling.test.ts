import { describe, expect, it } from "vitest";
import { say } from "../support/agent.ts";
import { bindings } from "../support/bindings.ts";
import { reason, start, taskIn } from "../support/scripted.ts";

describe.each(bindings)("canceling over $name", ({ call }) => {
  it("R-51 R-52 S4-10 ends a running task, tells the agent why, and returns the updated task", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("why", {}, { returnImmediately: true })));
    const canceled = await call(server, "CancelTask", { id, metadata: { why: "too slow" } });
    expect(canceled.output).toMatchObject({
      id,
      status: { state: "TASK_STATE_CANCELED", message: { parts: [{ text: "too slow" }] } },
    });
  });

  it("R-50 is idempotent", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("ask")));
    const first = await call(server, "CancelTask", { id });
    expect(first.output).toMatchObject({ id, status: { state: "TASK_STATE_CANCELED" } });
    expect((await call(server, "CancelTask", { id })).output).toEqual(first.output);
  });

  it.each(["x", "fail", "reject"])("R-49 is rejected for a finished task: %s", async (text) => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say(text)));
    expect(reason(await call(server, "CancelTask", { id }))).toBe("TASK_NOT_CANCELABLE");
  });

  it("R-48 is rejected for a missing task", async () => {
    await using server = await start();
    expect(reason(await call(server, "CancelTask", { id: "none" }))).toBe("TASK_NOT_FOUND");
  });
});
