import type { JsonObject, JsonValue } from "@a2a/types";
import { describe, expect, it } from "vitest";
import type { RunningAgent } from "../../src/node.ts";
import { post, readStream, say } from "../support/agent.ts";
import { start } from "../support/scripted.ts";

const version = { "A2A-Version": "1.0" };
const ask = (agent: RunningAgent, body: JsonValue) => post(`${agent.url}/a2a`, body, version);

/** Posts text as it is. */
async function postText(agent: RunningAgent, body: string): Promise<{ status: number; body: JsonObject }> {
  const headers = { "Content-Type": "application/json", ...version };
  const response = await fetch(`${agent.url}/a2a`, { method: "POST", headers, body });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

describe("JSON-RPC", () => {
  it("S4-03 S4-08 S4-32 R-127 R-140 is served at /a2a as JSON, with a result or an error", async () => {
    await using server = await start();
    const sent = await ask(server, { jsonrpc: "2.0", id: "a", method: "SendMessage", params: say("x") });
    expect([sent.status, sent.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(Object.keys(sent.body).sort()).toEqual(["id", "jsonrpc", "result"]);
    const { task } = sent.body.result as { task: { id: string } };
    const read = await ask(server, { jsonrpc: "2.0", id: "b", method: "GetTask", params: { id: task.id } });
    expect(read.body).toMatchObject({ jsonrpc: "2.0", id: "b", result: { id: task.id } });
    const refused = await ask(server, { jsonrpc: "2.0", id: "c", method: "GetTask", params: { id: "none" } });
    expect(refused.status).toBe(200);
    expect(Object.keys(refused.body).sort()).toEqual(["error", "id", "jsonrpc"]);
  });

  it.each([
    "SendMessage",
    "SendStreamingMessage",
    "GetTask",
    "ListTasks",
    "CancelTask",
    "SubscribeToTask",
    "CreateTaskPushNotificationConfig",
    "GetTaskPushNotificationConfig",
    "ListTaskPushNotificationConfigs",
    "DeleteTaskPushNotificationConfig",
    "GetExtendedAgentCard",
  ])("R-128 R-160 supports the method %s", async (method) => {
    await using server = await start();
    const { body } = await ask(server, { jsonrpc: "2.0", id: 1, method, params: { wrong: true } });
    expect((body.error as JsonObject | undefined)?.code).not.toBe(-32601);
  });

  it.each([
    ["unclosed JSON", '{"jsonrpc":"2.0","id":1,"method":"SendMessage"', -32700],
    ["an empty method", '{"jsonrpc":"2.0","id":1,"method":"","params":{}}', -32600],
    ["a method of 0.3 in a request of 1.0", '{"jsonrpc":"2.0","id":1,"method":"message/send","params":{}}', -32601],
    ["a method of several older versions", '{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{}}', -32601],
  ])("R-168 refuses %s by its own code", async (_, text, code) => {
    await using server = await start();
    const { body } = await postText(server, text);
    expect((body.error as JsonObject).code).toBe(code);
  });

  it.each(["Sendmessage", "sendMessage", "toString", "__proto__", "constructor", "hasOwnProperty"])(
    "R-134 has no method %s",
    async (method) => {
      await using server = await start();
      const { body } = await ask(server, { jsonrpc: "2.0", id: 7, method, params: {} });
      expect(body).toMatchObject({ id: 7, error: { code: -32601 } });
    },
  );

  it.each<[JsonValue]>([["text"], [""], [0], [-3], [null]])(
    "R-139 echoes the id %j, in results and errors",
    async (id) => {
      await using server = await start();
      const fine = await ask(server, { jsonrpc: "2.0", id, method: "ListTasks", params: {} });
      expect(fine.body).toMatchObject({ id, result: { totalSize: 0 } });
      const bad = await ask(server, { jsonrpc: "2.0", id, method: "GetTask", params: {} });
      expect(bad.body).toMatchObject({ id, error: { code: -32602 } });
    },
  );

  it("R-139 answers a request without an id with a null id", async () => {
    await using server = await start();
    const { body } = await ask(server, { jsonrpc: "2.0", method: "ListTasks", params: {} });
    expect(body).toMatchObject({ id: null, result: {} });
  });

  it.each(["{", "", "{} x", "NaN", "{'a':1}", '{"a":1,}', "// note\n{}", "\u0000\u0001"])(
    "R-132 rejects %j, which is not JSON",
    async (text) => {
      await using server = await start();
      const { status, body } = await postText(server, text);
      expect(status).toBe(200);
      expect(body).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32700, message: expect.any(String) } });
    },
  );

  it.each<[string, JsonValue]>([
    ["a batch of nothing", []],
    ["a batch of one", [{ jsonrpc: "2.0", id: 1, method: "ListTasks", params: {} }]],
    ["a batch of many", Array.from({ length: 900 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ListTasks" }))],
    ["a batch in a batch", [[{ jsonrpc: "2.0", id: 1, method: "ListTasks" }]]],
    ["a number", 5],
    ["null", null],
    ["no version", { id: 1, method: "ListTasks" }],
    ["another version", { jsonrpc: "1.0", id: 1, method: "ListTasks" }],
    ["no method", { jsonrpc: "2.0", id: 1 }],
    ["a method that is no text", { jsonrpc: "2.0", id: 1, method: {} }],
    ["an id that is an object", { jsonrpc: "2.0", id: {}, method: "ListTasks" }],
    ["an id with a fraction", { jsonrpc: "2.0", id: 1.5, method: "ListTasks" }],
  ])("R-133 rejects %s, which is not a valid request", async (_, body) => {
    await using server = await start();
    const answer = await ask(server, body);
    expect([answer.status, Array.isArray(answer.body)]).toEqual([200, false]);
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", error: { code: -32600 } });
  });

  it.each<[JsonValue | undefined]>([[undefined], [null], [[]], ["x"], [{}]])(
    "R-135 refuses the params %j of GetTask",
    async (params) => {
      await using server = await start();
      const body = { jsonrpc: "2.0", id: 1, method: "GetTask", ...(params !== undefined && { params }) };
      expect((await ask(server, body)).body).toMatchObject({ id: 1, error: { code: -32602 } });
    },
  );

  it("R-136 R-137 R-138 R-107 returns A2A error codes with typed details", async () => {
    await using server = await start({ webhooks: false });
    const done = await ask(server, { jsonrpc: "2.0", id: 1, method: "SendMessage", params: say("x") });
    const { id } = (done.body.result as { task: { id: string } }).task;
    const png = say("", { parts: [{ raw: "AAAA", mediaType: "image/png" }] });
    for (const [method, params, code, reason] of [
      ["GetTask", { id: "none" }, -32001, "TASK_NOT_FOUND"],
      ["CancelTask", { id }, -32002, "TASK_NOT_CANCELABLE"],
      ["ListTaskPushNotificationConfigs", { taskId: id }, -32003, "PUSH_NOTIFICATION_NOT_SUPPORTED"],
      ["SubscribeToTask", { id }, -32004, "UNSUPPORTED_OPERATION"],
      ["SendMessage", png, -32005, "CONTENT_TYPE_NOT_SUPPORTED"],
    ] as const) {
      const { body, status } = await ask(server, { jsonrpc: "2.0", id: 1, method, params });
      expect(status).toBe(200);
      const { error } = body as unknown as { error: { code: number; data: JsonObject[] } };
      expect(error.code).toBe(code);
      expect(error.data.every((detail) => typeof detail["@type"] === "string")).toBe(true);
      expect(error.data).toContainEqual(
        expect.objectContaining({
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason,
          domain: "a2a-protocol.org",
        }),
      );
    }
  });

  it("R-129 R-130 reads version and extensions from headers, several extensions in one", async () => {
    const uris = ["https://ext.example/a/v1", "https://ext.example/b/v1"];
    const card = { name: "Open", capabilities: { extensions: uris.map((uri) => ({ uri, required: false })) } };
    await using server = await start({ card });
    const body = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: say("turn") };
    const answer = await post(`${server.url}/a2a`, body, { ...version, "A2A-Extensions": uris.join(", ") });
    expect(answer.headers.get("a2a-extensions")?.split(/, ?/)).toEqual(uris);
    expect(JSON.stringify(answer.body)).toContain('"version":"1.0"');
  });

  it("R-131 S4-13 streams responses with the request's id", async () => {
    await using server = await start();
    const response = await fetch(`${server.url}/a2a`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...version },
      body: JSON.stringify({ jsonrpc: "2.0", id: "s", method: "SendStreamingMessage", params: say("x") }),
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toContain("no-cache");
    const frames = await readStream(response);
    expect(frames.length).toBeGreaterThan(2);
    for (const { data } of frames) {
      expect(data).toMatchObject({ jsonrpc: "2.0", id: "s", result: expect.any(Object) });
      expect(Object.keys(data.result as object)).toHaveLength(1);
    }
  });

  it("R-141 reads lists and the extended card without params", async () => {
    await using server = await start();
    const list = await ask(server, { jsonrpc: "2.0", id: 1, method: "ListTasks" });
    expect(list.body).toMatchObject({ result: { tasks: [] } });
    const card = await ask(server, { jsonrpc: "2.0", id: 1, method: "GetExtendedAgentCard" });
    expect(card.body).toMatchObject({ error: { code: -32004 } });
  });
});
