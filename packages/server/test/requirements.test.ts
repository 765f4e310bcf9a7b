import { type AgentExecutor, agentMessage, artifact, ask, type JsonObject, reject, status, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { bearer } from "../src/index.ts";
import type { ServeOptions } from "../src/node.ts";
import { say, serveAgent } from "./support/agent.ts";
import { type BindingUnderTest, type CallResult, httpJson, jsonRpc } from "./support/bindings.ts";

const agent: AgentExecutor = async function* ({ message, task, signal }) {
  const text = textOf(message);
  if ((task.history?.length ?? 0) > 1) yield `answer: ${text}`;
  else if (text === "ask") yield ask("which?");
  else if (text === "reject") yield reject("no");
  else if (text === "message") return agentMessage("pong");
  else if (text === "hang") {
    yield status("TASK_STATE_WORKING");
    await new Promise((_, stop) => signal.addEventListener("abort", () => stop(signal.reason), { once: true }));
  } else if (text === "null") yield artifact({ artifactId: "n", parts: [{ data: null }] });
  else if (text === "cancel-metadata") {
    yield status("TASK_STATE_WORKING");
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    yield status("TASK_STATE_CANCELED", String((signal.reason as { metadata?: JsonObject }).metadata?.why));
  } else yield text;
};

const start = (options: Partial<ServeOptions> = {}) => serveAgent(agent, options);
const taskIn = (result: CallResult) =>
  result.output?.task as JsonObject & { id: string; contextId: string; status: JsonObject };
const reason = (result: CallResult) => result.error?.reason;

describe.each<BindingUnderTest>([jsonRpc, httpJson])("1.0 over $name", ({ call }) => {
  it("R-1 R-2 R-3 R-17 R-23 R-24 answers a send with the finished task, its artifacts and both ids", async () => {
    await using server = await start();
    const [one, two] = await Promise.all([
      call(server, "SendMessage", say("a")),
      call(server, "SendMessage", say("b")),
    ]);
    expect(Object.keys(one.output ?? {})).toEqual(["task"]);
    expect(taskIn(one)).toMatchObject({
      id: expect.any(String),
      contextId: expect.any(String),
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ parts: [{ text: "a" }] }],
    });
    expect(taskIn(one).id).not.toBe(taskIn(two).id);
  });

  it("R-4 returns at once when asked to, and R-5 not for a bare message", async () => {
    await using server = await start();
    const task = taskIn(await call(server, "SendMessage", say("hang", {}, { returnImmediately: true })));
    expect(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"]).toContain(task.status.state);
    const { output } = await call(server, "SendMessage", say("message", {}, { returnImmediately: true }));
    expect(output).toMatchObject({ task: { status: { state: expect.any(String) } } });
    const plain = await call(server, "SendMessage", say("message"));
    expect(plain.output).toMatchObject({ message: { role: "ROLE_AGENT", contextId: expect.any(String) } });
    expect(plain.output?.message).not.toHaveProperty("taskId");
  });

  it("R-6 R-7 R-26 R-27 R-31 continues tasks by their rules", async () => {
    await using server = await start();
    const waiting = taskIn(await call(server, "SendMessage", say("ask")));
    expect(waiting.status.message).toMatchObject({ taskId: waiting.id, contextId: waiting.contextId });
    const mismatch = await call(server, "SendMessage", say("x", { taskId: waiting.id, contextId: "other" }));
    expect(reason(mismatch)).toBe("INVALID");
    expect(JSON.stringify(mismatch.error?.details)).toContain("message.contextId");
    const done = taskIn(await call(server, "SendMessage", say("blue", { taskId: waiting.id })));
    expect(done).toMatchObject({
      id: waiting.id,
      contextId: waiting.contextId,
      status: { state: "TASK_STATE_COMPLETED" },
    });
    expect(reason(await call(server, "SendMessage", say("x", { taskId: waiting.id })))).toBe("UNSUPPORTED_OPERATION");
    expect(reason(await call(server, "SendMessage", say("x", { taskId: "none" })))).toBe("TASK_NOT_FOUND");
  });

  it("R-18 R-21 keeps a context id the caller chose", async () => {
    await using server = await start();
    expect(taskIn(await call(server, "SendMessage", say("a", { contextId: "mine" }))).contextId).toBe("mine");
    expect(taskIn(await call(server, "SendMessage", say("b", { contextId: "mine" }))).contextId).toBe("mine");
    const list = await call(server, "ListTasks", { contextId: "mine" });
    expect(list.output).toMatchObject({ totalSize: 2 });
  });

  it("R-8 refuses media types the card does not name", async () => {
    await using server = await start();
    const params = say("", { parts: [{ raw: "AAAA", mediaType: "image/png" }] });
    const refused = await call(server, "SendMessage", params);
    expect(reason(refused)).toBe("CONTENT_TYPE_NOT_SUPPORTED");
    expect(refused.error?.message).toContain("text/plain");
  });

  it("R-12 R-13 R-14 R-15 R-114 R-135 refuses bad input with the member that is wrong, and leaves no trace", async () => {
    await using server = await start();
    const cases: [JsonObject, string][] = [
      [{}, "message"],
      [say("x", { parts: [] }), "message.parts"],
      [say("x", { messageId: "" }), "message.messageId"],
      [say("x", { role: "ROLE_KING" }), "message.role"],
      [say("x", { parts: [{ text: "a", url: "b" }] }), "message.parts.0"],
      [say("x", { parts: [{}] }), "message.parts.0"],
      [say("x", {}, { historyLength: -1 }), "configuration.historyLength"],
      [say("x", { parts: [{ raw: "%%%" }] }), "message.parts.0.raw"],
    ];
    for (const [params, field] of cases) {
      const refused = await call(server, "SendMessage", params);
      expect(refused.error?.details).toMatchObject([{ fieldViolations: [{ field }] }]);
    }
    expect((await call(server, "ListTasks", {})).output).toMatchObject({ totalSize: 0 });
  });

  it("R-16 R-117 R-122 R-123 takes unknown members, snake_case and other base64, and answers in camelCase", async () => {
    await using server = await start({ card: { name: "Any", defaultInputModes: ["*/*"] } });
    const message = { message_id: "m-1", role: 1, parts: [{ raw: "_-8", media_type: "a/b" }], unknown: true };
    const { history } = taskIn(await call(server, "SendMessage", { message, novel: 1 })) as unknown as {
      history: JsonObject[];
    };
    expect(history[0]).toMatchObject({
      messageId: "m-1",
      role: "ROLE_USER",
      parts: [{ raw: "/+8=", mediaType: "a/b" }],
    });
    expect(history[0]).not.toHaveProperty("unknown");
  });

  it("R-124 keeps a part whose data is null", async () => {
    await using server = await start();
    expect(taskIn(await call(server, "SendMessage", say("null")))).toMatchObject({
      artifacts: [{ parts: [{ data: null }] }],
    });
  });

  it("R-32 R-33 R-34 R-35 reads tasks with as much history as asked for", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("ask")));
    await call(server, "SendMessage", say("blue", { taskId: id }));
    const read = (more: JsonObject = {}) => call(server, "GetTask", { id, ...more });
    expect((await read()).output?.history).toHaveLength(3);
    expect((await read({ historyLength: 0 })).output).not.toHaveProperty("history");
    expect((await read({ historyLength: 1 })).output?.history).toMatchObject([{ parts: [{ text: "blue" }] }]);
    expect((await read({ historyLength: -1 })).error?.reason).toBe("INVALID");
    expect(reason(await call(server, "GetTask", { id: "none" }))).toBe("TASK_NOT_FOUND");
  });

  it("R-37 R-38 R-39 R-40 R-41 R-43 R-44 lists tasks page by page, newest first", async () => {
    await using server = await start();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift(taskIn(await call(server, "SendMessage", say(`t${n}`))).id);
    const seen: unknown[] = [];
    let pageToken = "";
    do {
      const { output } = await call(server, "ListTasks", { pageSize: 2, ...(pageToken && { pageToken }) });
      expect(output).toMatchObject({ pageSize: 2, totalSize: 5, nextPageToken: expect.any(String) });
      for (const task of (output?.tasks ?? []) as JsonObject[]) {
        expect(task).not.toHaveProperty("artifacts");
        seen.push(task.id);
      }
      pageToken = output?.nextPageToken as string;
    } while (pageToken);
    expect(seen).toEqual(ids);
    const waiting = taskIn(await call(server, "SendMessage", say("ask")));
    const full = await call(server, "ListTasks", { includeArtifacts: true });
    const tasks = full.output?.tasks as JsonObject[];
    expect(tasks.find(({ id }) => id === waiting.id)).toMatchObject({ artifacts: [] });
  });

  it("R-42 R-45 R-46 R-47 R-147 checks what a list is asked for", async () => {
    await using server = await start();
    const task = taskIn(await call(server, "SendMessage", say("a")));
    const at = task.status.timestamp as string;
    expect((await call(server, "ListTasks", { statusTimestampAfter: at })).output).toMatchObject({ totalSize: 1 });
    const later = new Date(Date.parse(at) + 1).toISOString();
    expect((await call(server, "ListTasks", { statusTimestampAfter: later })).output).toMatchObject({ totalSize: 0 });
    expect((await call(server, "ListTasks", { status: "TASK_STATE_FAILED" })).output).toMatchObject({ totalSize: 0 });
    for (const bad of [
      { pageSize: 0 },
      { pageSize: 101 },
      { pageSize: "many" },
      { status: "TASK_STATE_HAPPY" },
      { pageToken: "garbage" },
      { statusTimestampAfter: "yesterday" },
      { includeArtifacts: "yes" },
    ]) {
      const [field] = Object.keys(bad);
      const refused = await call(server, "ListTasks", bad as JsonObject);
      expect(refused.error?.details).toMatchObject([{ fieldViolations: [{ field }] }]);
    }
  });

  it("R-48 R-49 R-50 R-51 R-52 cancels what can be canceled, twice if need be, and passes metadata on", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("cancel-metadata", {}, { returnImmediately: true })));
    const canceled = await call(server, "CancelTask", { id, metadata: { why: "too slow" } });
    expect(canceled.output).toMatchObject({
      id,
      status: { state: "TASK_STATE_CANCELED", message: { parts: [{ text: "too slow" }] } },
    });
    expect((await call(server, "CancelTask", { id })).output).toMatchObject({
      status: { state: "TASK_STATE_CANCELED" },
    });
    const done = taskIn(await call(server, "SendMessage", say("x")));
    const rejected = taskIn(await call(server, "SendMessage", say("reject")));
    expect(rejected.status.state).toBe("TASK_STATE_REJECTED");
    for (const over of [done.id, rejected.id]) {
      expect(reason(await call(server, "CancelTask", { id: over }))).toBe("TASK_NOT_CANCELABLE");
    }
    expect(reason(await call(server, "CancelTask", { id: "none" }))).toBe("TASK_NOT_FOUND");
  });

  it("R-53 R-95 refuses what the card does not promise", async () => {
    await using server = await start({ card: { name: "Plain", capabilities: { streaming: false } } });
    expect(reason(await call(server, "SendStreamingMessage", say("x")))).toBe("UNSUPPORTED_OPERATION");
    expect(reason(await call(server, "SubscribeToTask", { id: "x" }))).toBe("UNSUPPORTED_OPERATION");
    expect(reason(await call(server, "GetExtendedAgentCard", {}))).toBe("UNSUPPORTED_OPERATION");
  });

  it("R-96 tells that an extended card is promised but not there", async () => {
    const auth = [bearer({ tokens: { t: "ann" } })];
    const card = { name: "Promising", capabilities: { extendedAgentCard: true } };
    await using server = await start({ auth, card });
    const headers = { Authorization: "Bearer t" };
    expect(reason(await call(server, "GetExtendedAgentCard", {}, headers))).toBe("EXTENDED_AGENT_CARD_NOT_CONFIGURED");
  });

  it("R-59 R-63 R-68 R-69 streams the same task the other readers see", async () => {
    await using server = await start();
    const { events } = await call(server, "SendStreamingMessage", say("hello"));
    const [first, ...updates] = events as JsonObject[];
    const { id, contextId } = (first?.task ?? {}) as JsonObject;
    for (const update of updates) {
      expect(Object.values(update)[0]).toMatchObject({ taskId: id, contextId });
    }
    expect(updates.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
  });

  it("R-104 R-105 R-107 R-119 R-120 R-137 R-148 R-149 has errors and times in the form of 1.0.1", async () => {
    await using server = await start();
    const { error, status: http } = await call(server, "GetTask", { id: "none" });
    expect(error?.details).toEqual([
      expect.objectContaining({
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "TASK_NOT_FOUND",
        domain: "a2a-protocol.org",
        metadata: { taskId: "none" },
      }),
    ]);
    expect(error?.message).not.toBe("");
    expect([error?.code, http]).toEqual(http === 200 ? [-32001, 200] : [404, 404]);
    const { status: current } = taskIn(await call(server, "SendMessage", say("x")));
    expect(current.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("R-198 R-199 R-200 R-201 R-130 activates extensions that both sides know, and insists on required ones", async () => {
    const uri = "https://ext.example/sealed/v1";
    const card = { name: "Sealed", capabilities: { extensions: [{ uri, required: true }] } };
    await using server = await start({ card });
    const refused = await call(server, "SendMessage", say("x"), { "A2A-Extensions": "https://ext.example/sealed/v2" });
    expect(reason(refused)).toBe("EXTENSION_SUPPORT_REQUIRED");
    const taken = await call(server, "SendMessage", say("x"), { "A2A-Extensions": `${uri}, https://other.example/` });
    expect(taken.headers.get("a2a-extensions")).toBe(uri);
  });

  it("R-206 R-207 keeps tenants apart", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", { ...say("x"), tenant: "north" }));
    expect((await call(server, "GetTask", { id, tenant: "north" })).output).toMatchObject({ id });
    expect(reason(await call(server, "GetTask", { id, tenant: "south" }))).toBe("TASK_NOT_FOUND");
  });

  it("R-228 R-225 limits what a caller may do, and says when to come back", async () => {
    await using server = await start({ rateLimit: () => 1_500 });
    const refused = await call(server, "GetTask", { id: "x" });
    expect([reason(refused), refused.status, refused.headers.get("retry-after")]).toEqual(["RATE_LIMITED", 429, "2"]);
  });

  it("R-160 R-161 R-162 answers both bindings alike", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("x")));
    const [rpc, rest] = await Promise.all(
      [jsonRpc, httpJson].map((binding) => binding.call(server, "GetTask", { id })),
    );
    expect(rpc?.output).toEqual(rest?.output);
    const [a, b] = await Promise.all([jsonRpc, httpJson].map((binding) => binding.call(server, "CancelTask", { id })));
    expect([a?.error?.reason, a?.error?.message]).toEqual([b?.error?.reason, b?.error?.message]);
  });
});

describe("HTTP+JSON", () => {
  it("R-142 R-143 R-145 R-151 has the tenant routes, both subscribe verbs, and its own media type", async () => {
    await using server = await start();
    const sent = await fetch(`${server.url}/a2a/north/message:send`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
      body: JSON.stringify(say("ask")),
    });
    expect(sent.headers.get("content-type")).toBe("application/a2a+json");
    const { task } = (await sent.json()) as { task: { id: string } };
    for (const method of ["GET", "POST"]) {
      const url = `${server.url}/a2a/north/tasks/${task.id}:subscribe`;
      const response = await fetch(url, { method, headers: { "A2A-Version": "1.0" } });
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      await response.body?.cancel();
    }
    const south = await fetch(`${server.url}/a2a/south/tasks/${task.id}`, { headers: { "A2A-Version": "1.0" } });
    expect(south.status).toBe(404);
  });

  it("R-167 takes the version from the query, and tells wrong methods from wrong paths", async () => {
    await using server = await start();
    const { output } = await httpJson.call(server, "SendMessage", say("x"));
    const { id } = (output?.task ?? {}) as JsonObject;
    const read = await fetch(`${server.url}/a2a/tasks/${id}?A2A-Version=1.0`);
    expect(await read.json()).toMatchObject({ id });
    const headers = { "A2A-Version": "1.0" };
    expect((await fetch(`${server.url}/a2a/message:send`, { headers })).status).toBe(405);
    expect((await fetch(`${server.url}/a2a/nothing`, { headers })).status).toBe(404);
  });
});
