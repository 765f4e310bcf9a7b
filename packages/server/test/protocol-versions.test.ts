import { ask, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { post, resultOf, rpc, say, serveAgent, taskOf } from "./support/agent.ts";

async function* waiter({ message, task }: { message: Parameters<typeof textOf>[0]; task: { history?: unknown[] } }) {
  if (textOf(message) === "table" && (task.history?.length ?? 0) === 1) yield ask("How many?");
  else yield `Table for ${textOf(message)}`;
}

const send = (url: string, id: string, text: string) =>
  post(`${url}/rpc`, {
    jsonrpc: "2.0",
    id: "r",
    method: "tasks/send",
    params: { id, message: { role: "user", parts: [{ type: "text", text }] } },
  });

describe("a 0.1 caller", () => {
  it("R-237 sends, answers a question, reads and cancels using the task id it chose", async () => {
    await using agent = await serveAgent(waiter);
    const asked = resultOf(await send(agent.url, "job-1", "table"));
    expect(asked).toMatchObject({ id: "job-1", status: { state: "input-required" } });
    const done = resultOf(await send(agent.url, "job-1", "four"));
    expect(done).toMatchObject({ id: "job-1", sessionId: asked.sessionId, status: { state: "completed" } });
    const read = await post(`${agent.url}/a2a`, {
      jsonrpc: "2.0",
      id: 1,
      method: "tasks/get",
      params: { id: "job-1" },
    });
    expect(resultOf(read)).toMatchObject({ id: "job-1", status: { state: "completed" }, artifacts: [{ index: 0 }] });
    expect(resultOf(read)).not.toHaveProperty("history");
  });

  it("reopens a finished task under the same id and in the same session", async () => {
    await using agent = await serveAgent(waiter);
    const first = resultOf(await send(agent.url, "job-2", "two"));
    const second = resultOf(await send(agent.url, "job-2", "three"));
    expect(second).toMatchObject({ id: "job-2", sessionId: first.sessionId, status: { state: "completed" } });
    expect(JSON.stringify(second)).toContain("Table for three");
  });

  it("does not share ids with other callers: its alias is no task id for them", async () => {
    await using agent = await serveAgent(waiter);
    await send(agent.url, "job-3", "two");
    const read = await rpc(agent, "GetTask", { id: "job-3" });
    expect(read.body.error).toMatchObject({ code: -32001 });
  });
});

describe("one task, callers of several protocol versions", () => {
  it("R-168 each see it in their own wire format", async () => {
    await using agent = await serveAgent(waiter);
    const { id } = taskOf(await rpc(agent, "SendMessage", say("table")));
    const v0_3 = await post(`${agent.url}/a2a`, { jsonrpc: "2.0", id: 1, method: "tasks/get", params: { id } });
    expect(resultOf(v0_3)).toMatchObject({ kind: "task", id, status: { state: "input-required" } });
    const rest = await fetch(`${agent.url}/a2a/v1/tasks/${id}`);
    expect(await rest.json()).toMatchObject({ id, status: { state: "TASK_STATE_INPUT_REQUIRED" } });
    const answer = {
      kind: "message",
      messageId: "a",
      role: "user",
      taskId: id,
      parts: [{ kind: "text", text: "six" }],
    };
    const done = await post(`${agent.url}/a2a`, {
      jsonrpc: "2.0",
      id: 2,
      method: "message/send",
      params: { message: answer },
    });
    expect(resultOf(done)).toMatchObject({ kind: "task", id, status: { state: "completed" } });
  });

  it("R-169 R-171 have their version normalized; unknown ones are rejected with the supported versions", async () => {
    await using agent = await serveAgent(waiter, { versions: ["1.0", "0.3"] });
    expect((await rpc(agent, "GetTask", { id: "x" }, { "A2A-Version": "1.0.4" })).body.error).toMatchObject({
      code: -32001,
    });
    const refused = await rpc(agent, "GetTask", { id: "x" }, { "A2A-Version": "7.3" });
    expect(refused.body.error).toMatchObject({
      code: -32009,
      data: [{ reason: "VERSION_NOT_SUPPORTED", metadata: { supportedVersions: "1.0,0.3" } }],
    });
    const old = await send(agent.url, "job", "x");
    expect(old.body.error).toMatchObject({ code: -32009 });
  });
});
