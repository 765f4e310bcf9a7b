import type { JsonObject, JsonValue } from "@a2a/types";
import { describe, expect, it } from "vitest";
import type { RunningAgent } from "../../src/node.ts";
import { post, readStream, rpc, say, taskOf } from "../support/agent.ts";
import { start } from "../support/scripted.ts";

/** The wire format of a caller of an older protocol version. */
interface OlderCaller {
  readonly name: string;
  readonly version: string;
  send(text: string, taskId?: string): [method: string, params: JsonObject];
  readonly streaming: string;
  /** A task id for a caller who names its own. */
  readonly newId?: () => string;
}

let made = 0;
const modern = (version: string, kind: "kind" | "type"): OlderCaller => ({
  name: `${version} over JSONRPC`,
  version,
  streaming: "message/stream",
  send: (text, taskId) => [
    "message/send",
    {
      message: {
        kind: "message",
        messageId: `m-${++made}`,
        role: "user",
        parts: [{ [kind]: "text", text }],
        ...(taskId !== undefined && { taskId }),
      },
    },
  ],
});
const v0_1: OlderCaller = {
  name: "0.1 over JSONRPC",
  version: "0.1",
  streaming: "tasks/sendSubscribe",
  newId: () => `job-${++made}`,
  send: (text, taskId) => [
    "tasks/send",
    { id: taskId ?? v0_1.newId?.() ?? "", message: { role: "user", parts: [{ type: "text", text }] } },
  ],
};
const older = [modern("0.3", "kind"), modern("0.2", "kind"), v0_1];

describe.each(older)("a caller of $name", ({ version, send, streaming, newId }) => {
  const ask = (server: RunningAgent, method: string, params: JsonValue) =>
    post(`${server.url}/a2a`, { jsonrpc: "2.0", id: "q", method, params }, newId ? {} : { "A2A-Version": version });
  const sent = async (server: RunningAgent, text: string, id?: string) => {
    const { body } = await ask(server, ...send(text, id));
    return body.result as JsonObject & { id: string; status: { state: string } };
  };

  it("R-237 R-168 R-1 R-2 R-3 R-139 receives the finished task in its own wire format", async () => {
    await using server = await start({ versions: [version as "0.3"] });
    const task = await sent(server, "hello");
    expect(task).toMatchObject({ status: { state: "completed" }, artifacts: [{ parts: [{ text: "hello" }] }] });
    const read = await ask(server, "tasks/get", { id: task.id });
    expect(read.body).toMatchObject({ jsonrpc: "2.0", id: "q", result: { id: task.id } });
  });

  it.each([
    ["ask", "input-required"],
    ["fail", "failed"],
    // 0.1 has no word for a task that was declined.
    ["reject", newId ? "failed" : "rejected"],
  ])("R-2 R-237 receives the final state: %s gives %s", async (text, state) => {
    await using server = await start({ versions: [version as "0.3"] });
    expect((await sent(server, text)).status.state).toBe(state);
  });

  it("R-26 R-237 continues a task that asked for input", async () => {
    await using server = await start({ versions: [version as "0.3"] });
    const { id } = await sent(server, "ask");
    expect(await sent(server, "blue", id)).toMatchObject({ id, status: { state: "completed" } });
  });

  it("R-32 R-48 R-61 R-104 R-237 is rejected for an unknown task id", async () => {
    await using server = await start({ versions: [version as "0.3"] });
    for (const method of ["tasks/get", "tasks/cancel", "tasks/resubscribe"]) {
      const { body, status } = await ask(server, method, { id: "none" });
      expect(body).toMatchObject({ id: "q", error: { code: -32001, message: expect.stringMatching(/.+/) } });
      expect(status).toBe(200);
    }
  });

  it("R-49 R-51 R-237 cancels a waiting task, but not a finished one", async () => {
    await using server = await start({ versions: [version as "0.3"] });
    const waiting = await sent(server, "ask");
    const canceled = await ask(server, "tasks/cancel", { id: waiting.id });
    expect(canceled.body.result).toMatchObject({ id: waiting.id, status: { state: "canceled" } });
    const done = await sent(server, "x");
    expect((await ask(server, "tasks/cancel", { id: done.id })).body).toMatchObject({ error: { code: -32002 } });
  });

  it("R-55 R-57 R-68 R-131 R-237 streams a task to its end, with the final flag of its version", async () => {
    await using server = await start({ versions: [version as "0.3"] });
    const [, params] = send("hello");
    const response = await fetch(`${server.url}/a2a`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(newId ? {} : { "A2A-Version": version }) },
      body: JSON.stringify({ jsonrpc: "2.0", id: "s", method: streaming, params }),
    });
    const frames = await readStream(response);
    expect(frames.every(({ data }) => data.id === "s")).toBe(true);
    expect(frames.at(-1)?.data.result).toMatchObject({ final: true, status: { state: "completed" } });
    if (!newId) expect(frames[0]?.data.result).toMatchObject({ kind: "task" });
  });

  it("R-12 R-135 R-237 is rejected for input that is invalid in its protocol version", async () => {
    await using server = await start({ versions: [version as "0.3"] });
    const [method, params] = send("x");
    const wrong = { ...params, message: { ...(params.message as JsonObject), parts: "none" } };
    expect((await ask(server, method, wrong)).body).toMatchObject({ id: "q", error: { code: -32602 } });
    expect((await ask(server, "tasks/get", {})).body).toMatchObject({ error: { code: -32602 } });
    expect((await ask(server, "tasks/unknown", {})).body).toMatchObject({ error: { code: -32601 } });
  });

  it("R-212 R-225 is subject to the same limits as a caller of 1.0", async () => {
    const auth = [(await import("../../src/index.ts")).bearer({ tokens: { t: "ann" } })];
    await using server = await start({ auth, limits: { maxBodyBytes: 2_000 } });
    const [method, params] = send("x");
    const refused = await ask(server, method, params);
    expect(refused.status).toBe(401);
    const large = { jsonrpc: "2.0", id: 1, method, params, pad: "x".repeat(3_000) };
    expect((await post(`${server.url}/a2a`, large)).status).toBe(401);
    expect((await post(`${server.url}/a2a`, large, { Authorization: "Bearer t" })).status).toBe(413);
  });
});

describe("a caller of 0.3 over HTTP+JSON", () => {
  const headers = { "Content-Type": "application/json", "A2A-Version": "0.3" };
  const message = (text: string) => ({
    message: { messageId: crypto.randomUUID(), role: "ROLE_USER", content: [{ text }] },
  });

  it("R-237 R-142 R-150 R-160 sends, reads, streams and cancels below /v1", async () => {
    await using server = await start({ versions: ["0.3"] });
    const call = async (method: string, path: string, body?: JsonObject) => {
      const response = await fetch(`${server.url}/a2a/v1${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return [response.status, (await response.json()) as JsonObject] as const;
    };
    const [status, sent] = await call("POST", "/message:send", message("ask"));
    expect([status, sent]).toMatchObject([200, { task: { status: { state: "TASK_STATE_INPUT_REQUIRED" } } }]);
    const { id } = sent.task as { id: string };
    expect(await call("GET", `/tasks/${id}`)).toMatchObject([200, { id }]);
    expect(await call("POST", `/tasks/${id}:cancel`, {})).toMatchObject([200, { id }]);
    expect((await call("GET", "/tasks/none"))[0]).toBe(404);
    const response = await fetch(`${server.url}/a2a/v1/message:stream`, {
      method: "POST",
      headers,
      body: JSON.stringify(message("x")),
    });
    expect((await readStream(response)).map(({ data }) => Object.keys(data)[0])).toEqual([
      "task",
      "statusUpdate",
      "artifactUpdate",
      "statusUpdate",
    ]);
  });
});

describe("a caller of 0.3 over HTTP+JSON, in either message format", () => {
  it.each(["content", "parts"])("R-13 R-237 is rejected for a message with empty %s", async (name) => {
    await using server = await start({ versions: ["0.3"] });
    const message = { messageId: "m", role: name === "content" ? "ROLE_USER" : "user", [name]: [] };
    const response = await fetch(`${server.url}/a2a/v1/message:send`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ message }),
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("at least one part")]);
  });
});

describe("versions", () => {
  it.each(["1.0", "1.0.0", "1.0.7"])("R-168 R-171 %s is 1.0", async (version) => {
    await using server = await start();
    expect((await rpc(server, "ListTasks", {}, { "A2A-Version": version })).body).toMatchObject({ result: {} });
  });

  it.each(["", undefined])("R-170 R-242 %j means 0.3 to a strict server", async (version) => {
    await using server = await start({ strict: true });
    const ask = (method: string, params: JsonValue) =>
      post(
        `${server.url}/a2a`,
        { jsonrpc: "2.0", id: 1, method, params },
        version === undefined ? {} : { "A2A-Version": version },
      );
    expect((await ask("tasks/get", { id: "none" })).body).toMatchObject({ error: { code: -32001 } });
    expect((await ask("GetTask", { id: "none" })).body).toMatchObject({ error: { code: -32601 } });
  });

  it.each(["0.5", "2.0", "9", "latest", "1.0, 0.3"])(
    "R-169 R-237 %s is rejected with the supported versions",
    async (version) => {
      await using server = await start({ versions: ["1.0", "0.3"] });
      const refused = await rpc(server, "GetTask", { id: "x" }, { "A2A-Version": version });
      expect([refused.status, refused.body.error]).toMatchObject([
        200,
        { code: -32009, data: [{ reason: "VERSION_NOT_SUPPORTED", metadata: { supportedVersions: "1.0,0.3" } }] },
      ]);
      const rest = await fetch(`${server.url}/a2a/tasks/x`, { headers: { "A2A-Version": version } });
      expect([rest.status, await rest.json()]).toMatchObject([
        400,
        { error: { details: [{ reason: "VERSION_NOT_SUPPORTED" }] } },
      ]);
    },
  );

  it("R-167 may be given in the query of a JSON-RPC call", async () => {
    await using server = await start();
    const body = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: say("turn") };
    const answer = await post(`${server.url}/a2a?A2A-Version=1.0`, body);
    expect(taskOf(answer)).toMatchObject({ artifacts: [{ parts: [{ data: { version: "1.0" } }] }] });
    const refused = await post(`${server.url}/a2a?A2A-Version=7.0`, body);
    expect(refused.body).toMatchObject({ error: { code: -32009 } });
  });

  it("R-172 are listed without patch numbers", async () => {
    await using server = await start();
    const card = JSON.stringify(await (await fetch(`${server.url}/.well-known/agent-card.json`)).json());
    expect(card.match(/"protocolVersion":"[^"]*"/g)).not.toHaveLength(0);
    expect(card).not.toMatch(/"protocolVersion":"1\.0\.\d/);
  });
});

describe("versions that are known and not served", () => {
  const part = { kind: "text", text: "hello" };
  const older = { message: { kind: "message", messageId: "m", role: "user", parts: [part] } };
  const proto = { message: { messageId: "m", role: "ROLE_USER", content: [{ text: "hello" }] } };
  const methods = {
    "1.0": ["SendMessage", say("hello")],
    "0.3": ["message/send", older],
    "0.2": ["message/send", older],
    "0.1": ["tasks/send", { id: "t", message: { role: "user", parts: [{ type: "text", text: "hello" }] } }],
  } as const satisfies Record<string, readonly [string, JsonObject]>;
  const pins = [
    ["1.0", "0.3"],
    ["1.0", "0.2"],
    ["1.0", "0.1"],
    ["0.3", "1.0"],
    ["0.3", "0.1"],
    ["0.1", "1.0"],
    ["0.1", "0.3"],
  ] as const;

  it.each(pins)("R-169 R-237 with %s served, JSON-RPC refuses %s by header and by method", async (pinned, other) => {
    await using server = await start({ versions: [pinned] });
    const [method, params] = methods[other];
    for (const headers of [{ "A2A-Version": other }, {}]) {
      const { status, body } = await post(`${server.url}/a2a`, { jsonrpc: "2.0", id: 1, method, params }, headers);
      // 0.1 has no code of its own for this.
      expect([status, body]).toMatchObject([200, { id: 1, error: { code: pinned === "0.1" ? -32004 : -32009 } }]);
      expect((body.error as JsonObject).message).toContain(`is not served here: use ${pinned}`);
    }
    expect((await server.handler.engine.list({ tenant: "", owner: "anonymous" }, { pageSize: 1 })).tasks).toEqual([]);
  });

  it.each([
    ["1.0", "0.3", "/v1/message:send", older],
    ["1.0", "0.3", "/v1/message:send", proto],
    ["1.0", "0.3", "/v1/message:stream", older],
    ["0.3", "1.0", "/message:send", say("hello")],
  ] as const)(
    "R-169 R-237 with %s served, HTTP+JSON refuses %s at %s by header and by path",
    async (pinned, other, path, params) => {
      await using server = await start({ versions: [pinned] });
      for (const headers of [{ "A2A-Version": other }, {}]) {
        const { status, body } = await post(`${server.url}/a2a${path}`, params, headers);
        expect(status).toBe(400);
        expect(JSON.stringify(body)).toMatch(/VERSION_NOT_SUPPORTED|-32009/);
        expect(JSON.stringify(body)).toContain(`is not served here: use ${pinned}`);
      }
      expect((await server.handler.engine.list({ tenant: "", owner: "anonymous" }, { pageSize: 1 })).tasks).toEqual([]);
      expect((await server.handler.engine.list({ tenant: "v1", owner: "anonymous" }, { pageSize: 1 })).tasks).toEqual(
        [],
      );
    },
  );

  it("R-169 tell the caller which request was refused", async () => {
    await using server = await start({ versions: ["1.0"] });
    const rest = await post(`${server.url}/a2a/v1/message:send`, older);
    expect(rest.body).toMatchObject({
      error: {
        status: "FAILED_PRECONDITION",
        message: "POST /v1/message:send of protocol version 0.3 is not served here: use 1.0",
        details: [{ reason: "VERSION_NOT_SUPPORTED", metadata: { supportedVersions: "1.0" } }],
      },
    });
    const rpc = await post(`${server.url}/a2a`, { jsonrpc: "2.0", id: 1, method: "message/send", params: older });
    expect(rpc.body).toMatchObject({
      error: { message: "Method message/send of protocol version 0.3 is not served here: use 1.0" },
    });
    const old = await fetch(`${server.url}/a2a/agent/authenticatedExtendedCard`);
    expect([old.status, JSON.stringify(await old.json())]).toEqual([400, expect.stringContaining("version 0.2")]);
  });

  it("R-168 leave a tenant named v1 to callers that name their version", async () => {
    await using server = await start({ versions: ["1.0"] });
    const { status } = await post(`${server.url}/a2a/v1/message:send`, say("hello"), { "A2A-Version": "1.0" });
    expect(status).toBe(200);
  });
});
