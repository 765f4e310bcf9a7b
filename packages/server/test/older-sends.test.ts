import { cortex0_1, gmfForge } from "@a2a/bridge/dialects";
import { type AgentExecutor, type JsonObject, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { post, resultOf, serveAgent } from "./support/agent.ts";
import { aborted, gate } from "./support/scripted.ts";

const send = (url: string, path: string, id: string) => {
  const message = { role: "user", parts: [{ type: "text", text: "hi" }] };
  return post(url + path, { jsonrpc: "2.0", id, method: "tasks/send", params: { id, message } });
};

const get = (url: string, path: string, id: string) =>
  post(url + path, { jsonrpc: "2.0", id, method: "tasks/get", params: { id } });

/** An agent that works until its gate opens, or it is canceled. */
function working() {
  const done = gate();
  const executor: AgentExecutor = async function* ({ message, signal }) {
    await Promise.race([done.opened, aborted(signal)]);
    yield `echo ${textOf(message)}`;
  };
  return { executor, finish: () => done.open() };
}

const stateOf = (task: JsonObject) => (task.status as JsonObject).state;

describe("S0-13 S1-11 a send of 0.1", () => {
  it.each([
    ["/tasks/send", "/tasks/get", undefined],
    ["/a2a/tasks/send", "/a2a/tasks/get", undefined],
    ["/tasks/send", "/tasks/get", cortex0_1],
    ["/rpc", "/rpc", cortex0_1],
    ["/a2a", "/a2a", cortex0_1],
  ])("to %s returns at once with the task as it stands, and is polled at %s", async (path, polled, dialect) => {
    const { executor, finish } = working();
    await using agent = await serveAgent(executor, { ...(dialect && { dialect }) });
    const task = resultOf(await send(agent.url, path, "t1"));
    expect(task.id).toBe("t1");
    expect(["submitted", "working"]).toContain(stateOf(task));
    finish();
    const read = async () => resultOf(await get(agent.url, polled, "t1"));
    await expect.poll(read).toMatchObject({
      id: "t1",
      status: { state: "completed" },
      artifacts: [{ parts: [{ type: "text", text: "echo hi" }] }],
    });
  });

  it("S1-04 S1-09 to a path for each method is polled and canceled there, while the agent works", async () => {
    const { executor } = working();
    await using agent = await serveAgent(executor);
    await send(agent.url, "/tasks/send", "t1");
    expect(["submitted", "working"]).toContain(stateOf(resultOf(await get(agent.url, "/tasks/get", "t1"))));
    const request = { jsonrpc: "2.0", id: "t1", method: "tasks/cancel", params: { id: "t1" } };
    const canceled = resultOf(await post(`${agent.url}/tasks/cancel`, request));
    expect([canceled.id, stateOf(canceled)]).toEqual(["t1", "canceled"]);
    expect(stateOf(resultOf(await get(agent.url, "/tasks/get", "t1")))).toBe("canceled");
  });

  it.each([
    ["/rpc", undefined],
    ["/a2a", undefined],
    ["/", undefined],
    ["/rpc", gmfForge],
    ["/tasks/send", gmfForge],
  ])("to %s runs to completion", async (path, dialect) => {
    const { executor, finish } = working();
    await using agent = await serveAgent(executor, { ...(dialect && { dialect }), turns: { firstEventTimeoutMs: 1 } });
    const sent = send(agent.url, path, "t1");
    // The task is known and works, and the call is still not answered.
    const state = async () => (await get(agent.url, "/a2a", "t1")).body.result as JsonObject | undefined;
    await expect.poll(state).toMatchObject({ status: { state: "working" } });
    finish();
    expect(resultOf(await sent)).toMatchObject({
      id: "t1",
      status: { state: "completed" },
      artifacts: [{ parts: [{ type: "text", text: "echo hi" }] }],
    });
  });

  it("returns the task as it stands after the limit of the server, where there is one", async () => {
    const { executor, finish } = working();
    await using agent = await serveAgent(executor, { limits: { maxBlockingMs: 1 } });
    expect(["submitted", "working"]).toContain(stateOf(resultOf(await send(agent.url, "/rpc", "t1"))));
    finish();
  });
});
