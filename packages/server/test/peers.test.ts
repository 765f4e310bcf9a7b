import type { AgentExecutor, JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { errorOf, post, resultOf, rpc, say, serveAgent, taskOf } from "./support/agent.ts";

/** Runs until it is told to stop, and then simply returns, as most agents do. */
const obedient: AgentExecutor = async function* ({ signal }) {
  yield "working";
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
};

const canceled = { status: { state: "TASK_STATE_CANCELED" } };

describe("what other SDKs expect of a server", () => {
  const said = { messageId: "m-1", taskId: "unknown" };
  it.each([
    ["0.3", "tasks/resubscribe", { id: "unknown" }, "text/event-stream"],
    ["1.0", "SubscribeToTask", { id: "unknown" }, "text/event-stream"],
    [
      "1.0",
      "SendStreamingMessage",
      { message: { ...said, role: "ROLE_USER", parts: [{ text: "tides" }] } },
      "text/event-stream",
    ],
  ])(
    "the error of a streaming call of %s, %s, has the form that callers read",
    async (version, method, params, type) => {
      await using server = await serveAgent(obedient);
      const call = { jsonrpc: "2.0", id: 7, method, params };
      const response = await fetch(`${server.url}/a2a`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "A2A-Version": version, Accept: "text/event-stream" },
        body: JSON.stringify(call),
      });
      expect(response.headers.get("content-type")).toBe(type);
      const text = await response.text();
      const json = type === "application/json" ? text : text.replace(/^data: /, "");
      expect(JSON.parse(json)).toMatchObject({ id: 7, error: { code: -32001 } });
    },
  );

  it("a subscription to a finished task is refused with JSON, which the public kit demands of 1.0", async () => {
    await using server = await serveAgent(obedient);
    const { id } = taskOf(await rpc(server, "SendMessage", say("go", {}, { returnImmediately: true })));
    await rpc(server, "CancelTask", { id });
    for (const accept of ["text/event-stream", "text/event-stream, application/json"]) {
      const refused = await rpc(server, "SubscribeToTask", { id }, { Accept: accept });
      expect(refused.headers.get("content-type")).toBe("application/json");
      expect(refused.body).toMatchObject({ error: { code: -32004 } });
    }
  });

  it("an error over HTTP+JSON is plain JSON for a caller that does not accept the protocol's media type", async () => {
    await using server = await serveAgent(obedient);
    for (const [accept, type] of [
      ["text/event-stream", "application/json"],
      ["application/a2a+json", "application/a2a+json"],
      ["*/*", "application/a2a+json"],
    ] as const) {
      const response = await fetch(`${server.url}/a2a/v1/tasks/unknown`, {
        headers: { "A2A-Version": "1.0", Accept: accept },
      });
      expect([response.status, response.headers.get("content-type")]).toEqual([404, type]);
      await response.text();
    }
  });

  it("a task whose agent returns when it is told to stop is canceled, not completed", async () => {
    await using server = await serveAgent(obedient);
    const { id } = taskOf(await rpc(server, "SendMessage", say("go", {}, { returnImmediately: true })));
    expect(resultOf(await rpc(server, "CancelTask", { id }))).toMatchObject(canceled);
  });

  it("canceling a canceled task is refused in 0.3 and succeeds in 1.0", async () => {
    await using server = await serveAgent(obedient);
    const { id } = taskOf(await rpc(server, "SendMessage", say("go", {}, { returnImmediately: true })));
    await rpc(server, "CancelTask", { id });
    expect(resultOf(await rpc(server, "CancelTask", { id }))).toMatchObject(canceled);
    const older: JsonObject = { jsonrpc: "2.0", id: 1, method: "tasks/cancel", params: { id } };
    expect(errorOf(await post(`${server.url}/a2a`, older, { "A2A-Version": "0.3" })).code).toBe(-32002);
  });
});
