import { type A2AError, isA2AError, isLocalError, type JsonValue } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { gmfForge } from "../dialects/gmf-forge.ts";
import { v0_1 } from "../versions/v0_1.ts";
import { v0_2 } from "../versions/v0_2.ts";
import { v0_3 } from "../versions/v0_3.ts";
import { v1_0 } from "../versions/v1_0.ts";
import type { IncomingAnswer } from "./http-messages.ts";
import { decodeRpcAnswer, decodeRpcEvents, encodeRpcCall, type RpcCallOptions } from "./json-rpc-client.ts";
import type { ReceivedEvent } from "./received-event.ts";
import { decodeSse } from "./sse-decode.ts";

const task = { id: "t-1", status: { state: "TASK_STATE_WORKING" } };
const answer = (body: unknown, more: Partial<IncomingAnswer> = {}): IncomingAnswer => ({
  status: 200,
  headers: {},
  body: typeof body === "string" ? body : JSON.stringify(body),
  ...more,
});
const get = (incoming: IncomingAnswer, options: Partial<RpcCallOptions> = {}) =>
  decodeRpcAnswer("getTask", incoming, v1_0, { id: "q", ...options });

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("encodeRpcCall", () => {
  it("R-127, R-166 writes a request in its protocol version", () => {
    const request = encodeRpcCall("getTask", { id: "t-1" }, v1_0, { id: 5, extensions: ["https://x.example"] });
    expect(request).toMatchObject({
      method: "POST",
      path: "",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "A2A-Version": "1.0",
        "A2A-Extensions": "https://x.example",
      },
    });
    expect(JSON.parse(request.body ?? "")).toStrictEqual({
      jsonrpc: "2.0",
      id: 5,
      method: "GetTask",
      params: { id: "t-1" },
    });
  });

  it("requests an event stream for streaming operations", () => {
    const { headers } = encodeRpcCall("subscribeToTask", { id: "t" }, v0_3, { id: 1 });
    expect(headers.Accept).toBe("text/event-stream, application/json");
    expect(headers).not.toHaveProperty("A2A-Version");
  });

  it.each([
    ["listTasks", v0_3, "0.3"],
    ["getExtendedAgentCard", v0_2, "0.2"],
    ["getExtendedAgentCard", v0_1, "0.1"],
  ] as const)("knows that %s is missing", (operation, codec, version) => {
    const error = errorOf(() => encodeRpcCall(operation, {}, codec, { id: 1 }));
    expect(isA2AError(error, "UNSUPPORTED_OPERATION")).toBe(true);
    expect((error as A2AError).message).toContain(`Protocol ${version} has no ${operation}`);
  });

  it("R-241 sends string ids to `gmf-forge` servers, with all text in the first part", () => {
    const message = {
      messageId: "m",
      role: "ROLE_USER" as const,
      parts: [{ text: "a" }, { data: [1] }, { text: "b" }],
    };
    const { body = "" } = encodeRpcCall("sendMessage", { message }, v0_1, { id: 7, dialect: gmfForge });
    expect(JSON.parse(body)).toMatchObject({
      id: "7",
      params: {
        message: {
          parts: [
            { type: "text", text: "a\nb" },
            { type: "data", data: { value: [1] } },
          ],
        },
      },
    });
  });
});

describe("decodeRpcAnswer", () => {
  it("returns the result", () => {
    expect(get(answer({ jsonrpc: "2.0", id: "q", result: task }))).toStrictEqual(task);
  });

  it("R-241 accepts a null error, ids of another type, and an envelope without a version", () => {
    expect(get(answer({ id: "q", result: task, error: null }))).toStrictEqual(task);
    expect(get(answer({ jsonrpc: "2.0", id: "5", result: task }), { id: 5 })).toStrictEqual(task);
    expect(get(answer({ jsonrpc: "2.0", id: null, result: task }))).toStrictEqual(task);
    expect(get(answer({ result: task }))).toStrictEqual(task);
  });

  it("R-242 rejects a null error when strict", () => {
    const both = answer({ jsonrpc: "2.0", id: "q", result: task, error: null });
    expect(
      isA2AError(
        errorOf(() => get(both, { strict: true })),
        "INTERNAL",
      ),
    ).toBe(true);
  });

  it("R-242 requires the id when strict", () => {
    const strict = { strict: true, id: 5 };
    expect(get(answer({ jsonrpc: "2.0", id: 5, result: task }), strict)).toStrictEqual(task);
    for (const id of ["5", null, undefined]) {
      expect(() => get(answer({ jsonrpc: "2.0", id, result: task }), strict)).toThrow("another request");
    }
  });

  it.each([
    [{ jsonrpc: "2.0", id: "other", result: task }, "belongs to another request"],
    [{ jsonrpc: "2.0", id: "q" }, "neither a result nor an error"],
    [[task], "expected a JSON-RPC answer"],
    ["<html>not found</html>", "expected a JSON-RPC answer, found: <html>"],
    ["", "expected a JSON-RPC answer"],
    [{ jsonrpc: "2.0", id: "q", result: { id: "t" } }, "does not fit protocol 1.0: status:"],
    [{ jsonrpc: "2.0", id: "q", result: 5 }, "does not fit protocol 1.0: answer:"],
  ])("rejects %j as a protocol violation", (body, reason) => {
    const error = errorOf(() => get(answer(body)));
    expect(isLocalError(error, "PROTOCOL")).toBe(true);
    expect((error as Error).message).toContain(reason);
  });

  it("R-225 enforces its limits", () => {
    const deep = `{"result":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(
      isLocalError(
        errorOf(() => get(answer(deep))),
        "LIMIT",
      ),
    ).toBe(true);
    const error = errorOf(() =>
      get(answer({ result: { ...task, metadata: { a: [[]] } } }), { limits: { maxDepth: 3 } }),
    );
    expect(isLocalError(error, "LIMIT")).toBe(true);
  });

  it("throws the peer's error", () => {
    const details = [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "TASK_NOT_FOUND",
        domain: "a2a-protocol.org",
        metadata: { taskId: "t" },
      },
    ];
    const error = errorOf(() => get(answer({ id: "q", error: { code: -32001, message: "gone", data: details } })));
    expect(error).toMatchObject({ code: "TASK_NOT_FOUND", message: "gone", metadata: { taskId: "t" }, details: [] });
  });

  it.each([
    ["a text", "broken"],
    [{}, "Internal error"],
    [{ code: "x", message: 5 }, "Internal error"],
    [[1], "[1]"],
  ])("tolerates a malformed error: %j", (error, message) => {
    const thrown = errorOf(() => get(answer({ id: "q", error: error === "a text" ? "broken" : error })));
    expect(isA2AError(thrown, "INTERNAL")).toBe(true);
    expect((thrown as A2AError).message).toContain(message);
  });

  it.each([
    [401, -32000, "UNAUTHENTICATED"],
    [403, -32000, "PERMISSION_DENIED"],
    [429, -32000, "RATE_LIMITED"],
    [503, -32603, "UNAVAILABLE"],
    [200, -32603, "INTERNAL"],
    [503, -32001, "TASK_NOT_FOUND"],
  ])("R-108 reads HTTP %i with code %i as %s", (status, code, expected) => {
    const thrown = errorOf(() => get(answer({ id: "q", error: { code, message: "" } }, { status })));
    expect(thrown).toMatchObject({ code: expected });
  });

  it("takes the retry delay from the headers unless the error contains one", () => {
    const headers = { "retry-after": "7" };
    const error = { code: -32000, message: "slow down" };
    expect(errorOf(() => get(answer({ error }, { status: 429, headers })))).toMatchObject({ retryAfterMs: 7000 });
    const data = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2.5s" }];
    const thrown = errorOf(() => get(answer({ error: { ...error, data } }, { status: 429, headers })));
    expect(thrown).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 2500 });
  });

  it.each([
    [401, "UNAUTHENTICATED"],
    [403, "PERMISSION_DENIED"],
    [429, "RATE_LIMITED"],
  ])("maps a bare HTTP %i to %s", (status, code) => {
    expect(errorOf(() => get(answer("no", { status })))).toMatchObject({ name: "A2AError", code });
  });

  it.each([
    [404, false],
    [500, false],
    [502, true],
    [503, true],
    [504, true],
  ])("maps a bare HTTP %i to a LocalError, retryable: %j", (status, retryable) => {
    const error = errorOf(() => get(answer("gateway\u0007 down", { status, headers: { "retry-after": "soon" } })));
    expect(error).toMatchObject({ name: "LocalError", code: "HTTP", status, retryable });
    expect((error as Error).message).toContain("gateway\\u0007 down");
    expect((error as { retryAfterMs?: number }).retryAfterMs).toBeUndefined();
  });
});

describe("decodeRpcEvents", () => {
  async function events(text: string, options: Partial<RpcCallOptions> = {}, codec = v1_0): Promise<ReceivedEvent[]> {
    async function* body() {
      yield text;
    }
    const received: ReceivedEvent[] = [];
    const sse = decodeSse(body());
    for await (const event of decodeRpcEvents("sendStreamingMessage", sse, codec, { id: "z1", ...options })) {
      received.push(event);
    }
    return received;
  }
  const frame = (result: JsonValue, id?: number) =>
    `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify({ jsonrpc: "2.0", id: "z1", result })}\n\n`;
  const first = { task: { id: "t-z", contextId: "c-z", status: { state: "TASK_STATE_WORKING" } } };
  const ids = { taskId: "t-z", contextId: "c-z" };
  const last = { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } };

  it("R-63 yields events in order, with the number to resume after", async () => {
    expect(await events(frame(first, 1) + frame(last, 4))).toStrictEqual([
      { event: first, id: "1" },
      { event: last, id: "4" },
    ]);
  });

  it("R-56 accepts a task after the final status", async () => {
    const snapshot = { task: { ...first.task, status: { state: "TASK_STATE_COMPLETED" } } };
    expect(await events(frame(first) + frame(last) + frame(snapshot))).toHaveLength(3);
  });

  it("R-54 ends after a message", async () => {
    const message = { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "pong" }] } };
    expect(await events(frame(message) + frame(first))).toStrictEqual([{ event: message }]);
  });

  it("S4-13, R-241 understands the dialect `cortex`", async () => {
    const artifact = { artifactId: "a", parts: [{ text: "ok" }] };
    const text =
      frame(first) +
      `data: ${JSON.stringify({ type: "TaskArtifactUpdateEvent", taskId: "t-z", artifact, lastChunk: true })}\n\n` +
      `data: ${JSON.stringify({ type: "TaskStatusUpdateEvent", taskId: "t-z", status: { state: "TASK_STATE_COMPLETED" }, final: true })}\n\n` +
      "[DONE]\n\n";
    const expected = [
      { event: first },
      { event: { artifactUpdate: { ...ids, artifact, lastChunk: true } } },
      { event: last },
    ];
    expect(await events(text)).toStrictEqual(expected);
    expect(await events(`${frame(first)}data: [DONE]\n\n${frame(last)}`)).toStrictEqual([{ event: first }]);
    await expect(events(text, { strict: true })).rejects.toThrow("neither a result nor an error");
    await expect(events(`${frame(first)}data: [DONE]\n\n`, { strict: true })).rejects.toThrow("not JSON");
  });

  it("throws an error received with the first event or later", async () => {
    const error = `data: ${JSON.stringify({ jsonrpc: "2.0", id: "z1", error: { code: -32001, message: "gone" } })}\n\n`;
    await expect(events(error)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    await expect(events(frame(first) + error)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });

  it.each([
    ["data: not json\n\n", "an event is not JSON: not json"],
    ["data: 5\n\n", "which is an object"],
    [frame({ statusUpdate: { taskId: "t" } }), "does not fit protocol 1.0"],
    [`data: ${JSON.stringify({ id: "other", result: first })}\n\n`, "another request"],
  ])("rejects %j as a protocol violation", async (text, reason) => {
    await expect(events(text)).rejects.toThrow(reason);
  });

  it("synthesizes the task of a 0.1 stream, and ends on the final flag", async () => {
    const status = (state: string, final?: boolean) =>
      frame({ id: "job", status: { state }, ...(final && { final }) }, 1);
    const received = await events(
      status("working") + status("completed", true) + status("working"),
      { contextId: "s" },
      v0_1,
    );
    expect(received).toStrictEqual([
      { event: { task: { id: "job", contextId: "s", status: { state: "TASK_STATE_WORKING" } } }, id: "1" },
      {
        event: { statusUpdate: { taskId: "job", contextId: "s", status: { state: "TASK_STATE_COMPLETED" } } },
        id: "1",
      },
    ]);
  });
});
