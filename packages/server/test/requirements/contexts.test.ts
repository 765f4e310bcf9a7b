import { describe, expect, it } from "vitest";
import { bearer } from "../../src/index.ts";
import { say } from "../support/agent.ts";
import { bindings } from "../support/bindings.ts";
import { dataIn, reason, start, taskIn } from "../support/scripted.ts";

describe.each(bindings)("contexts over $name", ({ call }) => {
  it("R-17 are made by the server and told, in tasks and in messages", async () => {
    await using server = await start();
    expect(taskIn(await call(server, "SendMessage", say("x"))).contextId).toMatch(/.+/);
    const { output } = await call(server, "SendMessage", say("message"));
    expect(output?.message).toMatchObject({ role: "ROLE_AGENT", contextId: expect.stringMatching(/.+/) });
  });

  it("R-18 R-21 are taken from the caller as they are, and gather its tasks", async () => {
    await using server = await start();
    for (const text of ["a", "b"]) {
      expect(taskIn(await call(server, "SendMessage", say(text, { contextId: "mine" }))).contextId).toBe("mine");
    }
    await call(server, "SendMessage", say("elsewhere"));
    expect((await call(server, "ListTasks", { contextId: "mine" })).output).toMatchObject({ totalSize: 2 });
  });

  it("R-18 are refused, not replaced, when they cannot be taken", async () => {
    await using server = await start();
    const refused = await call(server, "SendMessage", say("x", { contextId: "c".repeat(1_025) }));
    expect(refused.error?.details).toMatchObject([{ fieldViolations: [{ field: "message.contextId" }] }]);
    expect((await call(server, "ListTasks", {})).output).toMatchObject({ totalSize: 0 });
  });

  it("R-21 R-30 give the agent what was said in them before, and nothing said by others", async () => {
    await using server = await start({ auth: [bearer({ tokens: { a: "ann", b: "bob" } })] });
    const ann = { Authorization: "Bearer a" };
    await call(server, "SendMessage", say("first", { contextId: "talk" }), ann);
    await call(server, "SendMessage", say("his", { contextId: "talk" }), { Authorization: "Bearer b" });
    const told = dataIn(await call(server, "SendMessage", say("turn", { contextId: "talk" }), ann));
    expect(told.context).toContain("first");
    expect(told.context).not.toContain("his");
  });

  it("R-26 R-27 R-31 belong to a task: found by its id, insisted on, and named by its messages", async () => {
    await using server = await start();
    const waiting = taskIn(await call(server, "SendMessage", say("ask")));
    expect(waiting.status.message).toMatchObject({ taskId: waiting.id, contextId: waiting.contextId });
    const mismatch = await call(server, "SendMessage", say("x", { taskId: waiting.id, contextId: "other" }));
    expect(reason(mismatch)).toBe("INVALID");
    expect(JSON.stringify(mismatch.error?.details)).toContain("message.contextId");
    const done = taskIn(await call(server, "SendMessage", say("blue", { taskId: waiting.id })));
    expect(done).toMatchObject({ id: waiting.id, contextId: waiting.contextId, artifacts: [{}] });
  });

  it("R-29 tell the agent which tasks a message refers to", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("earlier")));
    const told = dataIn(await call(server, "SendMessage", say("turn", { referenceTaskIds: [id] })));
    expect(told.referenceTaskIds).toEqual([id]);
  });
});
