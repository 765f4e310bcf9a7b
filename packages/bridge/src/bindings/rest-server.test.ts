import { A2AError, isA2AError, type StreamResponse } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { v0_2 } from "../versions/v0_2.ts";
import { v0_3 } from "../versions/v0_3.ts";
import { v1_0 } from "../versions/v1_0.ts";
import type { ServerRequest } from "./http-messages.ts";
import type { Call, StreamItem } from "./reply.ts";
import { decodeRestCall, detectRestVersion, hasRoute, restReply } from "./rest-server.ts";

const message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hi" }] };

function exchange(
  method: string,
  target: string,
  body: unknown = "",
  headers: ServerRequest["headers"] = {},
): ServerRequest {
  const [path = "", query = ""] = target.split("?");
  return { method, path, query, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isA2AError(error)) return error.code;
    throw error;
  }
  return "nothing was thrown";
}

async function textOf(body: string | AsyncIterable<string>): Promise<string> {
  if (typeof body === "string") return body;
  let text = "";
  for await (const chunk of body) text += chunk;
  return text;
}

describe("decodeRestCall in 1.0", () => {
  it("R-151 prefers the path to the query, and the query to the body", () => {
    const call = decodeRestCall(
      exchange("POST", "/north/tasks/t-path:cancel?tenant=query&id=t-query", {
        id: "t-body",
        tenant: "body",
        metadata: { why: 1 },
      }),
      v1_0,
    );
    expect(call).toMatchObject({ operation: "cancelTask" });
    expect(call.input).toStrictEqual({ id: "t-path", tenant: "north", metadata: { why: 1 } });
    const query = decodeRestCall(exchange("POST", "/tasks/t:cancel?tenant=query", { tenant: "body" }), v1_0);
    expect(query.input).toStrictEqual({ id: "t", tenant: "query" });
  });

  it.each(["", "  ", "{}", "null"])("treats %j as an absent body", (body) => {
    expect(decodeRestCall(exchange("POST", "/tasks/t:cancel", body), v1_0).input).toStrictEqual({ id: "t" });
  });

  it("R-71 takes the task of a webhook from the path", () => {
    const call = decodeRestCall(
      exchange("POST", "/tasks/t/pushNotificationConfigs", { url: "https://h.example" }),
      v1_0,
    );
    expect(call.input).toStrictEqual({ taskId: "t", url: "https://h.example" });
  });

  it("ignores the body of a GET", () => {
    expect(decodeRestCall(exchange("GET", "/tasks/t", "not json"), v1_0).input).toStrictEqual({ id: "t" });
  });

  it("R-147 reads timestamps with an offset from a query, even when strict", () => {
    const target = "/tasks?statusTimestampAfter=2026-03-01T09:15:00%2B02:00&status=2";
    const input = { statusTimestampAfter: "2026-03-01T07:15:00.000Z", status: "TASK_STATE_WORKING" };
    expect(decodeRestCall(exchange("GET", target), v1_0, { strict: true }).input).toStrictEqual(input);
  });

  it.each([
    [exchange("GET", "/nothing"), "METHOD_NOT_FOUND"],
    [exchange("POST", "/nothing", "not json", { "content-type": "text/plain" }), "METHOD_NOT_FOUND"],
    [exchange("PUT", "/tasks/t", "not json"), "METHOD_NOT_ALLOWED"],
    [exchange("POST", "/message:send", "<a/>", { "content-type": "application/xml" }), "CONTENT_TYPE_NOT_SUPPORTED"],
    [exchange("POST", "/message:send", "{"), "PARSE_ERROR"],
    [exchange("POST", "/message:send", "[]"), "INVALID_PARAMS"],
    [exchange("POST", "/message:send", '"x"'), "INVALID_PARAMS"],
    [exchange("POST", "/message:send", {}), "INVALID_PARAMS"],
    [exchange("GET", "/tasks?pageSize=x"), "INVALID_PARAMS"],
    [exchange("GET", "/tasks?pageSize=101"), "INVALID_PARAMS"],
    [exchange("GET", "/tasks?status=BUSY"), "INVALID_PARAMS"],
    [exchange("GET", "/tasks/t?historyLength=-1"), "INVALID_PARAMS"],
  ])("R-135 rejects %j", (request, code) => {
    expect(codeOf(() => decodeRestCall(request, v1_0))).toBe(code);
  });

  it("R-225 enforces its limits", () => {
    const request = exchange("POST", "/message:send", { message, metadata: { a: [[[]]] } });
    expect(decodeRestCall(request, v1_0).operation).toBe("sendMessage");
    expect(codeOf(() => decodeRestCall(request, v1_0, { limits: { maxDepth: 3 } }))).toBe("INVALID_REQUEST");
  });

  it("lists the allowed methods of a path", () => {
    try {
      decodeRestCall(exchange("DELETE", "/tasks/t:subscribe"), v1_0);
      expect.unreachable();
    } catch (error) {
      if (!isA2AError(error, "METHOD_NOT_ALLOWED")) throw error;
      expect(error.message).toBe("/tasks/t:subscribe does not take DELETE: use GET or POST");
      const answer = restReply(exchange("DELETE", "/"), v1_0).error(error);
      expect(answer).toMatchObject({ status: 405, headers: { Allow: "GET, POST" } });
    }
  });
});

describe("decodeRestCall in 0.3", () => {
  const part = { kind: "text", text: "hi" };
  const input = { message: { messageId: "n-1", role: "ROLE_USER", parts: [{ text: "hi" }] } };
  const forms: [string, object, object][] = [
    ["tagged", { kind: "message", messageId: "n-1", role: "user", parts: [part] }, { kind: "message", parts: [part] }],
    [
      "tagged by its role alone",
      { messageId: "n-1", role: "user", parts: [{ text: "hi" }] },
      { kind: "message", parts: [part] },
    ],
    [
      "protocol buffers",
      { messageId: "n-1", role: "ROLE_USER", content: [{ text: "hi" }] },
      { content: [{ text: "hi" }] },
    ],
    [
      "later protocol buffers",
      { messageId: "n-1", role: "ROLE_USER", parts: [{ text: "hi" }] },
      { parts: [{ text: "hi" }] },
    ],
  ];

  it.each(forms)("reads the format `%s` and answers in it", (_, wire, answered) => {
    const call = decodeRestCall(exchange("POST", "/v1/message:send", { message: wire }), v0_3) as Call<"sendMessage">;
    expect(call).toMatchObject({ operation: "sendMessage", input });
    const echo = { messageId: "n-2", role: "ROLE_AGENT" as const, parts: [{ text: "hi" }] };
    const { body } = restReply(exchange("POST", "/"), v0_3).result(call, { message: echo });
    const answer = JSON.parse(String(body)) as { message: object };
    expect(answer.message).toMatchObject(answered);
    expect(Object.hasOwn(answer.message, "kind")).toBe(Object.hasOwn(answered, "kind"));
  });

  it("answers a request without a body in ProtoJSON", () => {
    const call = decodeRestCall(exchange("GET", "/v1/tasks/t-1?history_length=2"), v0_3) as Call<"getTask">;
    expect(call.input).toStrictEqual({ id: "t-1", historyLength: 2 });
    const { body } = restReply(exchange("GET", "/"), v0_3).result(call, {
      id: "t-1",
      status: { state: "TASK_STATE_CANCELED" },
    });
    expect(JSON.parse(String(body))).toStrictEqual({ id: "t-1", status: { state: "TASK_STATE_CANCELLED" } });
  });

  it.each([
    [
      "the configuration itself",
      { name: "tasks/t/pushNotificationConfigs/c", pushNotificationConfig: { url: "https://h.example" } },
    ],
    [
      "nested, as the text has it",
      { config: { name: "tasks/t/pushNotificationConfigs/c", pushNotificationConfig: { url: "https://h.example" } } },
    ],
    [
      "the whole request",
      { parent: "tasks/t", configId: "c", config: { pushNotificationConfig: { url: "https://h.example" } } },
    ],
    ["tagged", { taskId: "t", pushNotificationConfig: { id: "c", url: "https://h.example" } }],
    ["tagged and nested", { config: { taskId: "t", pushNotificationConfig: { id: "c", url: "https://h.example" } } }],
    [
      "under another task's name",
      { name: "tasks/other/pushNotificationConfigs/c", pushNotificationConfig: { url: "https://h.example" } },
    ],
  ])("accepts a webhook written as %s", (_, body) => {
    const call = decodeRestCall(exchange("POST", "/v1/tasks/t/pushNotificationConfigs", body), v0_3);
    expect(call.input).toStrictEqual({ taskId: "t", id: "c", url: "https://h.example" });
  });

  it("names webhooks by their resource", () => {
    const request = exchange("GET", "/v1/tasks/t/pushNotificationConfigs?pageSize=2&page_token=p");
    const call = decodeRestCall(request, v0_3) as Call<"listTaskPushNotificationConfigs">;
    expect(call.input).toStrictEqual({ taskId: "t", pageSize: 2, pageToken: "p" });
    const page = { configs: [{ taskId: "t", id: "c", url: "https://h.example" }], nextPageToken: "n" };
    expect(JSON.parse(String(restReply(request, v0_3).result(call, page).body))).toStrictEqual({
      configs: [
        { name: "tasks/t/pushNotificationConfigs/c", pushNotificationConfig: { id: "c", url: "https://h.example" } },
      ],
      nextPageToken: "n",
    });
  });

  it("deletes with an empty response", () => {
    const call = decodeRestCall(
      exchange("DELETE", "/v1/tasks/t/pushNotificationConfigs/c"),
      v0_3,
    ) as Call<"deleteTaskPushNotificationConfig">;
    expect(call.input).toStrictEqual({ taskId: "t", id: "c" });
    expect(restReply(exchange("DELETE", "/"), v0_3).result(call, {})).toStrictEqual({
      status: 204,
      headers: {},
      body: "",
    });
  });
});

describe("restReply", () => {
  const get = decodeRestCall(exchange("GET", "/tasks/t"), v1_0) as Call<"getTask">;
  const task = { id: "t", status: { state: "TASK_STATE_WORKING" as const } };

  it("R-143 answers with the media type of the protocol, or plain JSON if the caller accepts only that", () => {
    expect(restReply(exchange("GET", "/"), v1_0).result(get, task)).toMatchObject({
      status: 200,
      headers: { "Content-Type": "application/a2a+json" },
      body: JSON.stringify(task),
    });
    const plain = exchange("GET", "/", "", { accept: "application/json" });
    expect(restReply(plain, v1_0).result(get, task).headers["Content-Type"]).toBe("application/json");
  });

  it("R-148, R-149 writes errors of 1.0 as a status", () => {
    const error = new A2AError("TASK_NOT_FOUND", "no task t", { metadata: { taskId: "t" } });
    const answer = restReply(exchange("GET", "/"), v1_0).error(error);
    expect(answer.status).toBe(404);
    expect(JSON.parse(String(answer.body))).toStrictEqual({
      error: {
        code: 404,
        status: "NOT_FOUND",
        message: "no task t",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "TASK_NOT_FOUND",
            domain: "a2a-protocol.org",
            metadata: { taskId: "t" },
          },
        ],
      },
    });
  });

  it("R-107 uses the statuses of 1.0.0 when configured", () => {
    const answer = restReply(exchange("GET", "/"), v1_0, { errorStatuses: "1.0.0" }).error(
      new A2AError("TASK_NOT_CANCELABLE"),
    );
    expect(answer.status).toBe(409);
    expect(JSON.parse(String(answer.body))).toMatchObject({ error: { code: 409, status: "FAILED_PRECONDITION" } });
  });

  it("writes errors of 0.3 in their JSON-RPC form, with an HTTP status", () => {
    const answer = restReply(exchange("GET", "/"), v0_3).error(new A2AError("TASK_NOT_CANCELABLE", "too late"));
    expect(answer).toMatchObject({ status: 400, headers: { "Content-Type": "application/json" } });
    expect(JSON.parse(String(answer.body))).toMatchObject({
      code: -32002,
      message: "too late",
      data: { details: [{}] },
    });
  });

  it("R-95 answers 404 for a declared but missing 0.2 card", () => {
    const call = decodeRestCall(exchange("GET", "/agent/authenticatedExtendedCard"), v0_2);
    expect(call.operation).toBe("getExtendedAgentCard");
    const reply = restReply(exchange("GET", "/"), v0_2);
    expect(reply.error(new A2AError("EXTENDED_AGENT_CARD_NOT_CONFIGURED")).status).toBe(404);
    expect(reply.error(new A2AError("UNAUTHENTICATED")).status).toBe(401);
  });

  const event: StreamResponse = { task: { ...task, contextId: "c" } };
  async function* broken(): AsyncGenerator<readonly StreamItem[], void, void> {
    yield [
      { event, seq: 3 },
      { event, seq: 4 },
    ];
    throw new A2AError("UNAVAILABLE", "later");
  }

  it("R-150 streams bare events of 1.0, and names an error", async () => {
    const call = decodeRestCall(exchange("POST", "/message:stream", { message }), v1_0);
    const text = await textOf(restReply(exchange("POST", "/"), v1_0).stream(call, broken()).body);
    const [first, second, error] = text.split("\n\n");
    expect(first).toBe(`id: 3\ndata: ${JSON.stringify(event)}`);
    expect(second).toBe(`id: 4\ndata: ${JSON.stringify(event)}`);
    expect(error).toMatch(/^event: error\ndata: \{"error":\{"code":503,"status":"UNAVAILABLE","message":"later"/);
  });

  it("streams events of 0.3 by member name, with `final` at the end", async () => {
    const call = decodeRestCall(exchange("GET", "/v1/tasks/t:subscribe"), v0_3);
    async function* items(): AsyncGenerator<readonly StreamItem[], void, void> {
      yield [{ event }];
    }
    const text = await textOf(restReply(exchange("GET", "/"), v0_3).stream(call, items()).body);
    const frames = text
      .split("\n\n")
      .filter(Boolean)
      .map((frame) => JSON.parse(frame.slice(6)) as object);
    const status = { state: "TASK_STATE_WORKING" };
    expect(frames).toStrictEqual([
      { task: { id: "t", contextId: "c", status } },
      { statusUpdate: { taskId: "t", contextId: "c", status, final: true } },
    ]);
    const errors = await textOf(restReply(exchange("GET", "/"), v0_3).stream(call, broken()).body);
    expect(errors).toContain('event: error\ndata: {"code":-32603,"message":"later"');
  });
});

describe("R-168 detectRestVersion", () => {
  const served = [v1_0, v0_3, v0_2] as const;
  const detect = (path: string, version?: string, strict = false) =>
    detectRestVersion([...served], { method: "GET", path, version, strict }).version;

  it.each([
    ["/tasks/t", undefined, "1.0"],
    ["/tasks/t", "1.0", "1.0"],
    ["/v1/tasks/t", undefined, "0.3"],
    ["/v1/tasks/t", "0.3", "0.3"],
    ["/v1/tasks/t", "1.0", "1.0"], // a tenant called v1
    ["/v1/card", undefined, "0.3"],
    ["/agent/authenticatedExtendedCard", undefined, "0.2"],
    ["/tasks/t", "0.3", "1.0"],
    ["/nothing", undefined, "1.0"],
    ["/nothing", "0.3", "0.3"],
  ])("reads %s with version %j as %s", (path, version, expected) => {
    expect(detect(path, version)).toBe(expected);
  });

  it("R-170 uses only the named version when strict", () => {
    expect(detect("/tasks/t", undefined, true)).toBe("0.3");
    expect(detect("/v1/tasks/t", "1.0", true)).toBe("1.0");
  });

  it("R-169 rejects an unsupported version", () => {
    expect(() => detect("/tasks", "0.5")).toThrow('A2A-Version "0.5" is not served here: use 1.0 or 0.3 or 0.2');
    const error = codeOf(() => detectRestVersion([v1_0], { method: "GET", path: "/tasks", version: "", strict: true }));
    expect(error).toBe("VERSION_NOT_SUPPORTED");
  });

  it("knows whether a protocol version has a route", () => {
    expect(hasRoute(v1_0, "PUT", "/tasks/t")).toBe(true);
    expect(hasRoute(v0_3, "GET", "/tasks/t")).toBe(false);
  });
});
