import { A2AError, isA2AError, isLocalError, type JsonValue } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { v0_2 } from "../versions/v0_2.ts";
import { v0_3 } from "../versions/v0_3.ts";
import { v1_0 } from "../versions/v1_0.ts";
import type { IncomingAnswer, OutgoingRequest, ServerRequest } from "./http-messages.ts";
import type { ReceivedEvent } from "./received-event.ts";
import { decodeRestAnswer, decodeRestEvents, encodeRestCall, restError } from "./rest-client.ts";
import { decodeRestCall } from "./rest-server.ts";
import { decodeSse } from "./sse-decode.ts";

const answer = (status: number, body: unknown, headers: IncomingAnswer["headers"] = {}): IncomingAnswer => ({
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
});

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

const config =
  '{"name":"tasks/t/pushNotificationConfigs/c","pushNotificationConfig":{"url":"https://h.example","id":"c"}}';

/** A request of a client as its server sees it. */
function requestOf({ method, path, headers, body = "" }: OutgoingRequest): ServerRequest {
  return { method, path, query: "", headers: { "content-type": headers["Content-Type"] }, body };
}

describe("R-142…R-146 encodeRestCall", () => {
  it("distributes the input over path, query and body", () => {
    expect(encodeRestCall("getTask", { id: "a/b:c", historyLength: 0, tenant: "n" }, v1_0)).toStrictEqual({
      method: "GET",
      path: "/tasks/a%2Fb%3Ac?historyLength=0&tenant=n",
      headers: { Accept: "application/a2a+json, application/json", "A2A-Version": "1.0" },
    });
    const cancel = encodeRestCall("cancelTask", { id: "t", tenant: "n", metadata: { why: 1 } }, v1_0, {
      extensions: ["https://x.example"],
    });
    expect(cancel).toMatchObject({
      method: "POST",
      path: "/tasks/t:cancel",
      headers: { "Content-Type": "application/a2a+json", "A2A-Extensions": "https://x.example" },
      body: '{"tenant":"n","metadata":{"why":1}}',
    });
  });

  it("uses the selected route", () => {
    const first = encodeRestCall("subscribeToTask", { id: "t" }, v1_0);
    const second = encodeRestCall("subscribeToTask", { id: "t" }, v1_0, { route: 1 });
    expect([first.method, second.method]).toStrictEqual(["POST", "GET"]);
    expect(first.headers.Accept).toBe("text/event-stream, application/a2a+json");
    expect(errorOf(() => encodeRestCall("subscribeToTask", { id: "t" }, v1_0, { route: 2 }))).toMatchObject({
      code: "UNSUPPORTED_OPERATION",
    });
  });

  it("writes 0.3 in ProtoJSON", () => {
    const message = {
      messageId: "m",
      role: "ROLE_USER" as const,
      parts: [{ url: "https://f.example", filename: "f" }],
    };
    const { path, headers, body } = encodeRestCall("sendMessage", { message }, v0_3);
    expect({ path, type: headers["Content-Type"] }).toStrictEqual({
      path: "/v1/message:send",
      type: "application/json",
    });
    expect(JSON.parse(body ?? "")).toMatchObject({
      message: { role: "ROLE_USER", content: [{ file: { fileWithUri: "https://f.example", name: "f" } }] },
    });
    const hook = { taskId: "t", id: "c", url: "https://h.example" };
    expect(encodeRestCall("createTaskPushNotificationConfig", hook, v0_3)).toMatchObject({
      path: "/v1/tasks/t/pushNotificationConfigs",
      body: `{"parent":"tasks/t","configId":"c","config":${config}}`,
    });
  });

  it("writes the deviations of a dialect", () => {
    const dialect = {
      name: "odd",
      plainJson: true,
      secondRoutes: ["subscribeToTask"],
      bareWebhooks: true,
      initialProto: true,
    } as const;
    const message = {
      messageId: "m",
      role: "ROLE_USER" as const,
      parts: [{ url: "https://f.example", filename: "f", metadata: { page: 1 } }],
    };
    const sent = encodeRestCall("sendMessage", { message }, v0_3, { dialect });
    expect(JSON.parse(sent.body ?? "").message.content).toEqual([{ file: { fileWithUri: "https://f.example" } }]);
    // The name and the metadata travel in the metadata of the message.
    const read = decodeRestCall(requestOf(sent), v0_3).input;
    expect(read).toMatchObject({ message: { parts: message.parts } });
    const hook = { taskId: "t", id: "c", url: "https://h.example" };
    expect(encodeRestCall("createTaskPushNotificationConfig", hook, v0_3, { dialect }).body).toBe(config);
    expect(encodeRestCall("subscribeToTask", { id: "t" }, v1_0, { dialect }).method).toBe("GET");
    expect(encodeRestCall("sendMessage", { message }, v1_0, { dialect }).headers).toMatchObject({
      "Content-Type": "application/json",
      Accept: "application/json",
    });
  });

  it("rejects operations the version lacks", () => {
    expect(errorOf(() => encodeRestCall("getTask", { id: "t" }, v0_2))).toMatchObject({
      code: "UNSUPPORTED_OPERATION",
    });
  });
});

describe("decodeRestAnswer", () => {
  const task = { id: "t", status: { state: "TASK_STATE_CANCELED" } };

  it.each([
    [v1_0, task],
    [v0_3, { id: "t", status: { state: "TASK_STATE_CANCELLED" } }],
    [v0_3, { id: "t", status: { state: "TASK_STATE_CANCELED" } }],
    [v0_3, { kind: "task", id: "t", contextId: "t", status: { state: "canceled" } }],
  ])("reads a task in any form", (codec, wire) => {
    expect(decodeRestAnswer("cancelTask", answer(202, wire), codec)).toMatchObject(task);
  });

  it.each([
    [{ message: { kind: "message", messageId: "m", role: "agent", parts: [{ kind: "text", text: "pong" }] } }],
    [{ kind: "message", messageId: "m", role: "agent", parts: [{ kind: "text", text: "pong" }] }],
    [{ message: { messageId: "m", role: "ROLE_AGENT", content: [{ text: "pong" }] } }],
    [{ message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "pong" }] } }],
    [{ msg: { messageId: "m", role: 2, content: [{ text: "pong" }] } }],
  ])("reads an answer of 0.3 written as %j", (wire) => {
    expect(decodeRestAnswer("sendMessage", answer(201, wire), v0_3)).toStrictEqual({
      message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "pong" }] },
    });
  });

  it("reads webhooks of 0.3 in both formats", () => {
    const expected = { configs: [{ taskId: "t", id: "c", url: "https://h.example" }] };
    const inner = { id: "c", url: "https://h.example" };
    const named = { name: "tasks/t/pushNotificationConfigs/c", pushNotificationConfig: inner };
    for (const wire of [{ configs: [named], nextPageToken: "" }, [{ taskId: "t", pushNotificationConfig: inner }]]) {
      expect(decodeRestAnswer("listTaskPushNotificationConfigs", answer(200, wire), v0_3)).toStrictEqual(expected);
    }
    expect(decodeRestAnswer("listTaskPushNotificationConfigs", answer(200, {}), v0_3)).toStrictEqual({ configs: [] });
  });

  it.each([
    [204, ""],
    [200, "{}"],
    [200, "null"],
    [200, " "],
  ])("reads HTTP %i with %j as a deleted webhook", (status, body) => {
    expect(decodeRestAnswer("deleteTaskPushNotificationConfig", answer(status, body), v1_0)).toStrictEqual({});
    expect(decodeRestAnswer("deleteTaskPushNotificationConfig", answer(status, body), v0_3)).toStrictEqual({});
  });

  it("rejects malformed responses as protocol violations", () => {
    expect(
      isLocalError(
        errorOf(() => decodeRestAnswer("getTask", answer(200, "<p>"), v1_0)),
        "PROTOCOL",
      ),
    ).toBe(true);
    expect(
      isLocalError(
        errorOf(() => decodeRestAnswer("getTask", answer(200, "{}"), v1_0)),
        "PROTOCOL",
      ),
    ).toBe(true);
    const deep = answer(200, "[".repeat(99_999) + "]".repeat(99_999));
    expect(
      isLocalError(
        errorOf(() => decodeRestAnswer("getTask", deep, v1_0)),
        "LIMIT",
      ),
    ).toBe(true);
    expect(() => decodeRestAnswer("getTask", answer(200, task), v1_0, { limits: { maxNodes: 2 } })).toThrow(
      "out of bounds",
    );
  });
});

describe("R-107, R-116 errors of HTTP+JSON", () => {
  const info = (reason: string) => [
    { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "a2a-protocol.org" },
  ];
  const read = (status: number, body: JsonValue, codec = v1_0) => restError(answer(status, body), body, codec);

  it.each([
    // By its reason, regardless of the status.
    [400, "FAILED_PRECONDITION", info("TASK_NOT_CANCELABLE"), "TASK_NOT_CANCELABLE"],
    [409, "FAILED_PRECONDITION", info("TASK_NOT_CANCELABLE"), "TASK_NOT_CANCELABLE"],
    [400, "INVALID_ARGUMENT", info("CONTENT_TYPE_NOT_SUPPORTED"), "CONTENT_TYPE_NOT_SUPPORTED"],
    [500, "INTERNAL", info("INVALID_AGENT_RESPONSE"), "INVALID_AGENT_RESPONSE"],
    [400, "UNIMPLEMENTED", info("VERSION_NOT_SUPPORTED"), "VERSION_NOT_SUPPORTED"],
    // By the status of 1.0.0 where there is no reason.
    [409, "FAILED_PRECONDITION", [], "TASK_NOT_CANCELABLE"],
    [415, "INVALID_ARGUMENT", [], "CONTENT_TYPE_NOT_SUPPORTED"],
    [502, "INTERNAL", [], "INVALID_AGENT_RESPONSE"],
    [400, "UNIMPLEMENTED", [], "UNSUPPORTED_OPERATION"],
    // By the status of 1.0.1 where there is no reason.
    [404, "NOT_FOUND", [], "TASK_NOT_FOUND"],
    [404, "UNIMPLEMENTED", [], "METHOD_NOT_FOUND"],
    [400, "FAILED_PRECONDITION", [], "UNSUPPORTED_OPERATION"],
    [400, "INVALID_ARGUMENT", [], "INVALID_PARAMS"],
    [405, "UNIMPLEMENTED", [], "METHOD_NOT_ALLOWED"],
    [413, "INVALID_ARGUMENT", [], "PAYLOAD_TOO_LARGE"],
    [429, "RESOURCE_EXHAUSTED", [], "RATE_LIMITED"],
    [503, "UNAVAILABLE", [], "UNAVAILABLE"],
    [500, "INTERNAL", [], "INTERNAL"],
    [418, "TEAPOT", [], "INTERNAL"],
    // A reason of another domain is ignored.
    [404, "NOT_FOUND", [{ ...info("PARSE_ERROR")[0], domain: "shop.example" }], "TASK_NOT_FOUND"],
    [400, "INVALID_ARGUMENT", info("OUT_OF_CHEESE"), "INVALID_PARAMS"],
  ])("HTTP %i %s with %j is %s", (status, grpc, details, code) => {
    const error = read(status, { error: { code: status, status: grpc, message: "no", details } as JsonValue });
    expect(error).toMatchObject({ name: "A2AError", code, message: "no" });
  });

  it("reads violations", () => {
    const details = [
      {
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        fieldViolations: [{ field: "pageSize", description: "1 to 100" }, 7],
      },
    ];
    expect(read(400, { error: { code: 400, message: "no", details } })).toMatchObject({
      violations: [{ field: "pageSize", description: "1 to 100" }],
    });
  });

  it("reads the plain object of 0.3", () => {
    expect(read(404, { code: -32001, message: "no such task" }, v0_3)).toMatchObject({
      code: "TASK_NOT_FOUND",
      message: "no such task",
    });
    expect(read(401, { code: -32099, message: "who?" }, v0_3)).toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it.each([
    [409, "TaskNotCancelableError", "TASK_NOT_CANCELABLE"],
    [404, "TaskNotFoundError", "TASK_NOT_FOUND"],
    [501, "PushNotificationNotSupportedError", "PUSH_NOTIFICATION_NOT_SUPPORTED"],
    [422, "InvalidParamsError", "INVALID_PARAMS"],
    [500, "InternalError", "INTERNAL"],
  ])("reads the error of a2a-java 0.3 with HTTP %i and the class %s as %s", (status, name, code) => {
    const body = { error: `io.a2a.spec.${name}`, message: "no" };
    expect(read(status, body, v0_3)).toMatchObject({ name: "A2AError", code, message: "no" });
    expect(isLocalError(restError(answer(status, body), body, v0_3, { strict: true }))).toBe(true);
  });

  it("R-242 reads a problem document unless strict", () => {
    const body = {
      type: "https://a2a-protocol.org/errors/task-not-found",
      title: "Task Not Found",
      detail: "no t",
      status: 404,
    };
    expect(read(404, body)).toMatchObject({ code: "TASK_NOT_FOUND", message: "no t" });
    expect(isLocalError(restError(answer(404, body), body, v1_0, { strict: true }), "HTTP")).toBe(true);
  });

  it("maps everything else to a LocalError", () => {
    expect(isLocalError(restError(answer(500, "oops"), undefined, v1_0), "HTTP")).toBe(true);
    expect(isLocalError(read(500, { oops: true }), "HTTP")).toBe(true);
    expect(isA2AError(restError(answer(401, ""), null, v1_0), "UNAUTHENTICATED")).toBe(true);
    const slow = restError(answer(503, "", { "retry-after": "3" }), null, v1_0);
    expect(slow).toMatchObject({ retryable: true, retryAfterMs: 3000 });
    expect(errorOf(() => decodeRestAnswer("getTask", answer(503, ""), v1_0))).toMatchObject({ code: "HTTP" });
  });
});

describe("decodeRestEvents", () => {
  async function events(text: string, codec = v1_0): Promise<ReceivedEvent[]> {
    async function* body() {
      yield text;
    }
    const received: ReceivedEvent[] = [];
    for await (const event of decodeRestEvents("subscribeToTask", decodeSse(body()), codec)) received.push(event);
    return received;
  }
  const frame = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };

  it("reads bare events of 1.0", async () => {
    expect(await events(`id: 4\n${frame({ task })}`)).toStrictEqual([{ event: { task }, id: "4" }]);
  });

  it.each([
    [
      "protocol buffers",
      { task },
      { statusUpdate: { taskId: "t", status: { state: "TASK_STATE_WORKING" }, final: true } },
    ],
    [
      "tagged",
      { task: { kind: "task", ...task, status: { state: "working" } } },
      {
        statusUpdate: { kind: "status-update", taskId: "t", contextId: "c", status: { state: "working" }, final: true },
      },
    ],
    [
      "bare",
      { kind: "task", ...task, status: { state: "working" } },
      { kind: "status-update", taskId: "t", contextId: "c", status: { state: "working" }, final: true },
    ],
  ])("reads events of 0.3 in the format `%s` to the end", async (_, first, last) => {
    const received = await events(frame(first) + frame(last) + frame(first), v0_3);
    expect(received.map(({ event }) => Object.keys(event)[0])).toStrictEqual(["task", "statusUpdate"]);
    expect(received[0]?.event).toStrictEqual({ task });
  });

  it.each([
    [`event: error\n${frame({ error: { code: 404, status: "NOT_FOUND", message: "gone" } })}`, v1_0],
    [frame({ error: { code: 404, status: "NOT_FOUND", message: "gone" } }), v1_0],
    [frame({ code: -32001, message: "gone" }), v0_3],
    [`event: error\n${frame({ code: -32001, message: "gone" })}`, v0_3],
    [frame({ error: "io.a2a.spec.TaskNotFoundError", message: "gone" }), v0_3],
  ])("throws an error in the stream: %j", async (text, codec) => {
    const error = await events(frame({ task }) + text, codec).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(A2AError);
    expect(error).toMatchObject({ code: "TASK_NOT_FOUND", message: "gone" });
  });

  it("rejects malformed events as protocol violations", async () => {
    await expect(events("data: [DONE]\n\n")).rejects.toThrow("an event is not JSON");
    await expect(events(frame({ x: 1 }))).rejects.toThrow("does not fit protocol 1.0");
  });
});
