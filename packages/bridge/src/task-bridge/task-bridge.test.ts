import { type JsonObject, type JsonValue, type ProtocolVersion, protocolVersions } from "@a2a/types";
import { type A2ATaskResult, A2ATaskResultSchema } from "@a2a/types/cortex";
import * as arbitrary from "@a2a/types/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spellingOf } from "./generations.ts";
import { A2ATaskBridge } from "./task-bridge.ts";

const bridge = new A2ATaskBridge();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe("S0-05 buildSendRequest", () => {
  it("puts goal and context into two text parts, under one id", () => {
    const request = bridge.buildSendRequest("Sort the mail", { context: "Oldest first", taskId: "job-5" });
    expect(request).toStrictEqual({
      jsonrpc: "2.0",
      id: "job-5",
      method: "tasks/send",
      params: {
        id: "job-5",
        message: {
          role: "user",
          parts: [
            { type: "text", text: "Sort the mail" },
            { type: "text", text: "Oldest first" },
          ],
        },
      },
    });
  });

  it("makes a UUID for a task without an id, and leaves an empty context out", () => {
    const request = bridge.buildSendRequest("Sort the mail") as { id: string; params: JsonObject };
    expect(request.id).toMatch(uuid);
    expect(request.params).toStrictEqual({
      id: request.id,
      message: { role: "user", parts: [{ type: "text", text: "Sort the mail" }] },
    });
  });

  it("does not repeat itself", () => {
    expect(bridge.buildSendRequest("a").id).not.toBe(bridge.buildSendRequest("a").id);
  });
});

describe("S0-06, S0-07 requests about a task", () => {
  it("reads and cancels by id", () => {
    expect(bridge.buildGetRequest("job-5")).toStrictEqual({
      jsonrpc: "2.0",
      id: "job-5",
      method: "tasks/get",
      params: { id: "job-5" },
    });
    expect(bridge.buildCancelRequest("job-5")).toStrictEqual({
      jsonrpc: "2.0",
      id: "job-5",
      method: "tasks/cancel",
      params: { id: "job-5" },
    });
  });
});

describe("requests of other generations", () => {
  const methods: Record<ProtocolVersion, string[]> = {
    "1.0": ["SendMessage", "GetTask", "CancelTask"],
    "0.3": ["message/send", "tasks/get", "tasks/cancel"],
    "0.2": ["message/send", "tasks/get", "tasks/cancel"],
    "0.1": ["tasks/send", "tasks/get", "tasks/cancel"],
  };

  it.each(protocolVersions)("S0-05 S0-06 S0-07 speak %s", (version) => {
    const send = bridge.buildSendRequest("Sort the mail", { context: "Oldest first", version });
    const sent = [send, bridge.buildGetRequest("t-1", { version }), bridge.buildCancelRequest("t-1", { version })];
    expect(sent.map(({ method }) => method)).toStrictEqual(methods[version]);
    const { message } = spellingOf(version, "sendMessage").decodeInput(send.params as JsonValue, { strict: true });
    expect(message.parts).toStrictEqual([{ text: "Sort the mail" }, { text: "Oldest first" }]);
    expect(message.role).toBe("ROLE_USER");
  });

  it("leave the id of a new task to the server, and name the one to go on with", () => {
    expect(bridge.buildSendRequest("a", { version: "1.0" })).not.toHaveProperty("params.message.taskId");
    const next = bridge.buildSendRequest("b", { version: "0.3", taskId: "t-7" });
    expect(next).toMatchObject({ id: "t-7", params: { message: { taskId: "t-7" } } });
  });
});

describe("S0-08 parseResponse of a task", () => {
  it("takes id, state, artifacts and messages as they are", () => {
    const image = { type: "file", file: { uri: "https://files.example/plan.png" } };
    const result = bridge.parseResponse({
      jsonrpc: "2.0",
      id: "job-5",
      result: {
        id: "job-5",
        status: { state: "working" },
        artifacts: [{ parts: [image], name: "plan" }, { description: "nothing yet" }],
        messages: [{ role: "user", parts: [{ type: "text", text: "go" }] }, { role: "agent" }],
      },
    });
    expect(result).toStrictEqual({
      taskId: "job-5",
      status: "working",
      artifacts: [
        { parts: [image], name: "plan", description: "" },
        { parts: [], name: "", description: "nothing yet" },
      ],
      messages: [
        { role: "user", parts: [{ type: "text", text: "go" }] },
        { role: "agent", parts: [] },
      ],
    });
  });

  it("S0-04 keeps a status nobody knows, and takes history for messages", () => {
    const history = [{ role: "user", parts: [{ type: "text", text: "go" }] }];
    const result = bridge.parseResponse({ id: "x", result: { id: "x", status: { state: "paused" }, history } });
    expect(result).toMatchObject({ status: "paused", messages: history });
  });

  it("tells why a task failed, if its status does", () => {
    const status = { state: "failed", message: "out of paper" };
    expect(bridge.parseResponse({ id: "x", result: { id: "x", status } }).error).toBe("out of paper");
    const message = { role: "agent", parts: [{ type: "text", text: "out of ink" }] };
    const later = { id: "x", result: { id: "x", status: { state: "failed", message } } };
    expect(bridge.parseResponse(later).error).toBe("out of ink");
  });
});

describe("S0-08 parseResponse of later generations", () => {
  const expected: A2ATaskResult = {
    taskId: "t-1",
    status: "completed",
    artifacts: [{ parts: [{ type: "text", text: "Grüezi" }], name: "translation", description: "" }],
    messages: [{ role: "user", parts: [{ type: "text", text: "hello" }] }],
  };
  const strip = (result: A2ATaskResult) => ({
    ...result,
    artifacts: result.artifacts.map(({ parts, ...rest }) => ({ ...rest, parts })),
  });
  const history = [{ kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text: "hello" }] }];
  const artifacts = [{ artifactId: "a", name: "translation", parts: [{ kind: "text", text: "Grüezi" }] }];
  const answers: [string, JsonObject][] = [
    [
      "1.0",
      {
        task: {
          id: "t-1",
          status: { state: "TASK_STATE_COMPLETED" },
          history: [{ messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hello" }] }],
          artifacts: [{ artifactId: "a", name: "translation", parts: [{ text: "Grüezi" }] }],
        },
      },
    ],
    [
      "1.0, read by GetTask",
      {
        id: "t-1",
        status: { state: "TASK_STATE_COMPLETED" },
        history: [{ messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hello" }] }],
        artifacts: [{ artifactId: "a", name: "translation", parts: [{ text: "Grüezi" }] }],
      },
    ],
    ["0.3", { kind: "task", id: "t-1", contextId: "c-1", status: { state: "completed" }, history, artifacts }],
    ["0.2, without its tag", { id: "t-1", contextId: "c-1", status: { state: "completed" }, history, artifacts }],
  ];

  it.each(answers)("understands a task of %s", (_, result) => {
    expect(strip(bridge.parseResponse({ jsonrpc: "2.0", id: "r-1", result }))).toStrictEqual(expected);
  });

  const messages: [string, JsonObject][] = [
    ["1.0", { message: { messageId: "m-2", role: "ROLE_AGENT", parts: [{ text: "pong" }] } }],
    ["0.3", { kind: "message", messageId: "m-2", role: "agent", parts: [{ kind: "text", text: "pong" }] }],
  ];
  it.each(messages)("takes a message of %s for a completed task", (_, result) => {
    expect(bridge.parseResponse({ jsonrpc: "2.0", id: "r-1", result })).toStrictEqual({
      taskId: "r-1",
      status: "completed",
      artifacts: [],
      messages: [{ role: "agent", parts: [{ type: "text", text: "pong" }] }],
    });
  });

  it("shows states the first generation has no word for", () => {
    const rejected = { task: { id: "t", status: { state: "TASK_STATE_REJECTED" } } };
    expect(bridge.parseResponse({ id: 1, result: rejected })).toMatchObject({ taskId: "t", status: "rejected" });
  });
});

describe("S0-09 parseResponse of an error", () => {
  it("is a failed task with the error's message, under the id of the call", () => {
    const response = { jsonrpc: "2.0", id: "job-6", error: { code: -32001, message: "no such job", data: null } };
    expect(bridge.parseResponse(response)).toStrictEqual({
      taskId: "job-6",
      status: "failed",
      artifacts: [],
      messages: [],
      error: "no such job",
    });
  });

  it.each([
    [{ error: { code: -32603 } }, "JSON-RPC error -32603"],
    [{ error: "on fire" }, "on fire"],
    [{ error: [] }, "Unknown error"],
    [{ error: null }, "The response holds neither a result nor an error"],
    [{ result: 3 }, "The response holds neither a result nor an error"],
    [{ result: {} }, "Malformed A2A response: neither a task nor a message"],
    ["pong", "The response is not a JSON-RPC 2.0 object"],
    [undefined, "The response is not a JSON-RPC 2.0 object"],
  ])("explains %j", (response, error) => {
    expect(bridge.parseResponse(response)).toMatchObject({ taskId: "", status: "failed", error });
  });

  it("names the member that is wrong in a task of a later generation", () => {
    const result = { kind: "task", id: "t", contextId: "c", status: { state: 7 } };
    expect(bridge.parseResponse({ id: "r", result }).error).toMatch(/^Malformed A2A response: .*status\.state/);
  });

  it("never throws, whatever the answer", () => {
    const wrapped = fc.record({ id: arbitrary.jsonValue, result: arbitrary.jsonValue }, { requiredKeys: [] });
    const tasks = fc.oneof(arbitrary.task, arbitrary.v0_3.task, arbitrary.v0_1.task, arbitrary.sendMessageResponse);
    const answers = fc.oneof(arbitrary.jsonValue, wrapped, fc.record({ id: fc.string(), result: tasks }));
    fc.assert(
      fc.property(answers, (answer) => {
        expect(A2ATaskResultSchema.safeParse(bridge.parseResponse(answer)).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("S0-10, S0-11 statuses", () => {
  const pairs = [
    ["submitted", "pending"],
    ["working", "running"],
    ["completed", "completed"],
    ["failed", "failed"],
    ["canceled", "cancelled"],
  ] as const;

  it.each(pairs)("%s is %s to the host", (a2a, cortex) => {
    expect(bridge.a2aStatusToCortex(a2a)).toBe(cortex);
    expect(bridge.cortexStatusToA2a(cortex)).toBe(a2a);
  });

  it.each([
    ["submitted", "pending", "Task received, queued"],
    ["working", "running", "Agent actively processing"],
    ["completed", "completed", "Task finished successfully"],
    ["failed", "failed", "Task encountered an error"],
    ["canceled", "cancelled", "Task was cancelled"],
  ])("S1-10 S1-24 maps %s to %s and back, and explains both", (a2a, cortex, meaning) => {
    expect([bridge.a2aStatusToCortex(a2a), bridge.cortexStatusToA2a(cortex)]).toEqual([cortex, a2a]);
    expect([bridge.statusMeaning(a2a), bridge.statusMeaning(cortex)]).toEqual([meaning, meaning]);
    expect(bridge.statusMeaning("toString")).toBeUndefined();
  });

  it.each(["input-required", "paused", "", "toString", "__proto__"])("returns %j as it is", (status) => {
    expect(bridge.a2aStatusToCortex(status)).toBe(status);
    expect(bridge.cortexStatusToA2a(status)).toBe(status);
  });
});

describe("S0-12 getResultText", () => {
  it("joins the text of artifacts and messages, and skips what is no text", () => {
    const result = A2ATaskResultSchema.parse({
      taskId: "job-5",
      status: "completed",
      artifacts: [
        {
          parts: [
            { type: "text", text: "one" },
            { type: "data", data: { text: "no" } },
          ],
        },
        { parts: [{ text: "two, without its tag" }, { type: "file", file: {}, text: "no" }] },
      ],
      messages: [{ role: "agent", parts: [{ kind: "text", text: "three" }] }],
    });
    expect(bridge.getResultText(result)).toBe("one\ntwo, without its tag\nthree");
  });

  it("is empty for a result without text", () => {
    expect(bridge.getResultText(A2ATaskResultSchema.parse({ taskId: "x", status: "working" }))).toBe("");
  });
});
