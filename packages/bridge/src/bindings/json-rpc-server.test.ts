import { A2AError, isA2AError, type StreamResponse } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { cortex } from "../dialects/cortex.ts";
import { gmfForge } from "../dialects/gmf-forge.ts";
import { v0_1 } from "../versions/v0_1.ts";
import { v0_3 } from "../versions/v0_3.ts";
import { v1_0 } from "../versions/v1_0.ts";
import { decodeRpcCall, rpcReply } from "./json-rpc-server.ts";
import { type Call, Serialized, type StreamItem } from "./reply.ts";
import { restReply } from "./rest-server.ts";

const params = { message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hi" }] } };
const working = { state: "TASK_STATE_WORKING" } as const;
const task = { id: "t-1", contextId: "c-1", status: working };
const finished: StreamResponse = {
  statusUpdate: { taskId: "t-1", contextId: "c-1", status: { state: "TASK_STATE_COMPLETED" } },
};

const streamCall = decodeRpcCall({ id: 1, method: "SendStreamingMessage", params }, v1_0);

async function* items(...all: (StreamItem | Error)[]): AsyncGenerator<readonly StreamItem[], void, void> {
  for (const item of all) {
    if (item instanceof Error) throw item;
    yield [item];
  }
}

async function textOf(body: string | AsyncIterable<string>): Promise<string> {
  if (typeof body === "string") return body;
  let text = "";
  for await (const chunk of body) text += chunk;
  return text;
}

describe("R-128 decodeRpcCall", () => {
  it("finds the operation by its method and reads its params", () => {
    const call = decodeRpcCall({ id: 1, method: "SendMessage", params }, v1_0);
    expect(call).toMatchObject({ operation: "sendMessage", input: params });
    expect(call.taskAlias).toBeUndefined();
  });

  it("preserves the task id chosen by a 0.1 caller", () => {
    const call = decodeRpcCall({ id: 1, method: "tasks/get", params: { id: "job-1" } }, v0_1);
    expect(call).toMatchObject({ operation: "getTask", input: { id: "job-1" }, taskAlias: "job-1" });
  });

  it.each(["SendMessages", "message/send", "toString", "__proto__", ""])("R-134 has no method %j", (method) => {
    expect(() => decodeRpcCall({ id: 1, method, params }, v1_0)).toThrow(`Method not found: ${method}`);
  });

  it("R-242 accepts method names of drafts unless strict", () => {
    const request = {
      id: 1,
      method: "SetTaskPushNotificationConfig",
      params: { taskId: "t", pushNotificationConfig: { url: "https://hook.example" } },
    };
    const input = { taskId: "t", url: "https://hook.example" };
    expect(decodeRpcCall(request, v1_0)).toMatchObject({ operation: "createTaskPushNotificationConfig", input });
    expect(() => decodeRpcCall(request, v1_0, { strict: true })).toThrow("Method not found");
  });

  it.each([undefined, null, [], "x", 5])("R-135 rejects params that are %j", (bad) => {
    try {
      decodeRpcCall({ id: 1, method: "GetTask", params: bad as never }, v1_0);
      expect.unreachable();
    } catch (error) {
      expect(isA2AError(error, "INVALID_PARAMS")).toBe(true);
    }
  });

  it.each(["GetExtendedAgentCard", "ListTasks"])("R-141 accepts %s without params", (method) => {
    expect(decodeRpcCall({ id: 1, method, params: undefined }, v1_0).input).toStrictEqual({});
    expect(decodeRpcCall({ id: 1, method, params: null }, v1_0).input).toStrictEqual({});
  });

  it("R-114 names the invalid field and the expected value", () => {
    try {
      decodeRpcCall(
        { id: 1, method: "SendMessage", params: { message: { messageId: "m", role: "ROLE_USER", parts: [] } } },
        v1_0,
      );
      expect.unreachable();
    } catch (error) {
      if (!isA2AError(error, "INVALID_PARAMS")) throw error;
      expect(error.violations).toStrictEqual([{ field: "message.parts", description: "expected at least one part" }]);
      expect(error.message).toBe("Invalid parameters: message.parts: expected at least one part");
    }
  });
});

describe("rpcReply", () => {
  const reply = rpcReply("q-1", v1_0);
  const get = decodeRpcCall({ id: 1, method: "GetTask", params: { id: "t-1" } }, v1_0) as Call<"getTask">;

  it("R-127, R-140 answers with a result", () => {
    const answer = reply.result(get, task);
    expect(answer).toMatchObject({ status: 200, headers: { "Content-Type": "application/json" } });
    expect(JSON.parse(String(answer.body))).toStrictEqual({ jsonrpc: "2.0", id: "q-1", result: task });
  });

  it("writes available text unchanged, and builds the value only for other protocol versions", () => {
    const stored = new Serialized('{"id":"t-1", "stored":true}', () => task);
    expect(reply.result(get, stored).body).toBe('{"jsonrpc":"2.0","id":"q-1","result":{"id":"t-1", "stored":true}}');
    const older = decodeRpcCall({ id: 1, method: "tasks/get", params: { id: "t-1" } }, v0_3) as Call<"getTask">;
    expect(JSON.parse(String(rpcReply(1, v0_3).result(older, stored).body))).toMatchObject({
      result: { kind: "task", id: "t-1", status: { state: "working" } },
    });
  });

  it.each([
    ["TASK_NOT_FOUND", 200, -32001],
    ["INVALID_PARAMS", 200, -32602],
    ["UNAUTHENTICATED", 401, -32000],
    ["PERMISSION_DENIED", 403, -32000],
    ["RATE_LIMITED", 429, -32000],
    ["PAYLOAD_TOO_LARGE", 413, -32600],
    ["CAPACITY_EXCEEDED", 503, -32000],
    ["UNAVAILABLE", 503, -32603],
  ] as const)("R-136 answers %s with HTTP %i and code %i", (code, status, rpc) => {
    const answer = reply.error(new A2AError(code));
    expect(answer.status).toBe(status);
    const body = JSON.parse(String(answer.body)) as { error: { code: number; message: string } };
    expect(body.error.code).toBe(rpc);
    expect(body.error.message).not.toBe("");
    expect(body).not.toHaveProperty("result");
  });

  it("sends the retry delay", () => {
    expect(reply.error(new A2AError("RATE_LIMITED", undefined, { retryAfterMs: 1500 })).headers["Retry-After"]).toBe(
      "2",
    );
  });

  it("answers under the task id the caller chose", () => {
    const send = decodeRpcCall(
      {
        id: 1,
        method: "tasks/send",
        params: { id: "job-9", message: { role: "user", parts: [{ type: "text", text: "hi" }] } },
      },
      v0_1,
    ) as Call<"sendMessage">;
    const message = { messageId: "m-2", role: "ROLE_AGENT", parts: [{ text: "pong" }] } as const;
    const answer = rpcReply("a", v0_1).result(send, { message: { ...message, parts: [...message.parts] } });
    expect(JSON.parse(String(answer.body))).toMatchObject({ result: { id: "job-9", status: { state: "completed" } } });
  });
});

describe("R-131 streams", () => {
  it("are events that each contain a complete response, with the log's sequence number", async () => {
    const answer = rpcReply("s-1", v1_0).stream(
      streamCall,
      items({ event: { task }, seq: 1 }, { event: finished, seq: 2, json: '{"at":"hand"}' }),
    );
    expect(answer.headers).toMatchObject({
      "Content-Type": "text/event-stream",
      "Cache-Control": expect.stringContaining("no-cache"),
    });
    expect(await textOf(answer.body)).toBe(
      `id: 1\ndata: {"jsonrpc":"2.0","id":"s-1","result":${JSON.stringify({ task })}}\n\n` +
        'id: 2\ndata: {"jsonrpc":"2.0","id":"s-1","result":{"at":"hand"}}\n\n',
    );
  });

  it("of the same events differ only in request id and binding", async () => {
    const item = { event: finished, seq: 2, json: '{"at":"hand"}' };
    const other = { event: finished, seq: 3, json: '{"at":"other"}' };
    const exchange = { method: "POST", path: "/message:stream", query: "", headers: {}, body: "" };
    const replies = [rpcReply(1, v1_0), rpcReply(1, v1_0), rpcReply(2, v1_0), restReply(exchange, v1_0)];
    const texts = [];
    for (const reply of replies) texts.push(await textOf(reply.stream(streamCall, items(item, other)).body));
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).toBe(texts[0]?.replaceAll('"id":1', '"id":2'));
    expect(texts[3]).toBe('id: 2\ndata: {"at":"hand"}\n\nid: 3\ndata: {"at":"other"}\n\n');
    const [first] = await Promise.all(
      [1, 2].map((id) => textOf(rpcReply(id, v1_0).stream(streamCall, items(item)).body)),
    );
    expect(first).toBe('id: 2\ndata: {"jsonrpc":"2.0","id":1,"result":{"at":"hand"}}\n\n');
  });

  it("end with an error when a failure follows the first event", async () => {
    const body = rpcReply(7, v1_0).stream(streamCall, items({ event: { task } }, new Error("db password is x"))).body;
    const text = await textOf(body);
    expect(text).toContain('data: {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Internal error"}}');
    expect(text).not.toContain("password");
  });

  it("put the sequence number on the last frame of an event that is split into several", async () => {
    const call = decodeRpcCall({ id: 1, method: "tasks/resubscribe", params: { id: "t-1" } }, v0_1);
    const artifacts = [{ artifactId: "idx-0", parts: [{ text: "a" }] }];
    const body = rpcReply(1, v0_1).stream(call, items({ event: { task: { ...task, artifacts } }, seq: 9 })).body;
    const frames = (await textOf(body)).split("\n\n").filter((frame) => frame !== "");
    expect(frames.map((frame) => frame.startsWith("id: 9"))).toStrictEqual([false, true, false]);
  });

  it("S4-13 follow the `cortex` dialect when configured", async () => {
    const artifactUpdate = {
      taskId: "t-1",
      contextId: "c-1",
      artifact: { artifactId: "a", parts: [{ text: "ok" }] },
      lastChunk: true,
    };
    const body = rpcReply("z", v1_0, { dialect: cortex }).stream(
      streamCall,
      items({ event: { task } }, { event: { artifactUpdate } }, { event: finished }),
    ).body;
    const [first, second, third, last, rest] = (await textOf(body)).split("\n\n");
    expect(first).toBe(`data: {"jsonrpc":"2.0","id":"z","result":${JSON.stringify({ task })}}`);
    expect(JSON.parse(second?.slice(6) ?? "")).toStrictEqual({ type: "TaskArtifactUpdateEvent", ...artifactUpdate });
    expect(JSON.parse(third?.slice(6) ?? "")).toMatchObject({
      type: "TaskStatusUpdateEvent",
      taskId: "t-1",
      final: true,
    });
    expect([last, rest]).toStrictEqual(["[DONE]", ""]);
  });

  it("stop reading the log when the caller disconnects", async () => {
    let left = false;
    async function* endless(): AsyncGenerator<readonly StreamItem[], void, void> {
      try {
        for (;;) yield [{ event: { task } }];
      } finally {
        left = true;
      }
    }
    const { body } = rpcReply(1, v1_0).stream(streamCall, endless());
    if (typeof body === "string") throw new Error("a stream was expected");
    for await (const _ of body) break;
    expect(left).toBe(true);
  });
});

describe("R-241 the `gmf-forge` dialect", () => {
  it("receives every error with HTTP 200 and null data", () => {
    const answer = rpcReply("c", v0_1, { dialect: gmfForge }).error(new A2AError("UNAUTHENTICATED"));
    expect(answer.status).toBe(200);
    expect(JSON.parse(String(answer.body))).toStrictEqual({
      jsonrpc: "2.0",
      id: "c",
      error: { code: -32007, message: "Authentication is required", data: null },
    });
  });
});
