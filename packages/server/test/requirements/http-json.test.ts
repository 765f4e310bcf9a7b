import type { JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import type { RunningAgent } from "../../src/node.ts";
import { readStream, say } from "../support/agent.ts";
import { httpJson } from "../support/bindings.ts";
import { dataIn, start, taskIn } from "../support/scripted.ts";

const headers = { "A2A-Version": "1.0", "Content-Type": "application/a2a+json" };
const ask = (server: RunningAgent, method: string, path: string, body?: JsonObject) =>
  fetch(`${server.url}/a2a${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });

describe("HTTP+JSON", () => {
  it.each(["", "/north"])("R-142 R-145 R-151 R-160 serves the 1.0 routes below %j", async (tenant) => {
    await using server = await start({ webhooks: { egress: { allowPrivate: true } } });
    const call = async (method: string, path: string, body?: JsonObject) => {
      const response = await ask(server, method, tenant + path, body);
      const text = await response.text();
      return [response.status, text === "" ? {} : (JSON.parse(text) as JsonObject)] as const;
    };
    const [status, sent] = await call("POST", "/message:send", say("ask"));
    expect(status).toBe(200);
    const { id } = sent.task as { id: string };
    expect(await call("GET", `/tasks/${id}?historyLength=0`)).toMatchObject([200, { id }]);
    expect(await call("GET", "/tasks?pageSize=5")).toMatchObject([200, { pageSize: 5, totalSize: 1 }]);
    const hook = { url: "https://127.0.0.1:9/hook" };
    const [created, config] = await call("POST", `/tasks/${id}/pushNotificationConfigs`, hook);
    expect([created, config]).toMatchObject([200, { taskId: id }]);
    const one = `/tasks/${id}/pushNotificationConfigs/${config.id}`;
    expect(await call("GET", one)).toEqual([200, config]);
    expect(await call("GET", `/tasks/${id}/pushNotificationConfigs`)).toEqual([200, { configs: [config] }]);
    expect((await call("DELETE", one))[0]).toBe(200);
    expect(await call("POST", `/tasks/${id}:cancel`, {})).toMatchObject([200, { id }]);
    expect(await call("GET", "/extendedAgentCard")).toMatchObject([400, { error: { code: 400 } }]);
  });

  it.each(["GET", "POST"])("R-142 accepts %s for a subscription", async (method) => {
    await using server = await start();
    const { id } = taskIn(await httpJson.call(server, "SendMessage", say("ask")));
    const response = await ask(server, method, `/tasks/${id}:subscribe`);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    await response.body?.cancel();
  });

  it("R-142 answers a wrong method with 405 and a wrong path with 404", async () => {
    await using server = await start();
    const wrong = await ask(server, "GET", "/message:send");
    expect([wrong.status, await wrong.json()]).toMatchObject([405, { error: { code: 405 } }]);
    const nowhere = await ask(server, "GET", "/nothing");
    expect([nowhere.status, await nowhere.json()]).toMatchObject([404, { error: { code: 404 } }]);
  });

  it.each(["application/a2a+json", "application/json", "application/json; charset=utf-8"])(
    "R-143 accepts %s and answers in the protocol's media type",
    async (type) => {
      await using server = await start();
      const response = await fetch(`${server.url}/a2a/message:send`, {
        method: "POST",
        headers: { "A2A-Version": "1.0", "Content-Type": type },
        body: JSON.stringify(say("x")),
      });
      expect(response.headers.get("content-type")).toBe("application/a2a+json");
      expect(await response.json()).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
    },
  );

  it("R-144 R-167 reads version and extensions from headers, and the version from the query as well", async () => {
    const uri = "https://ext.example/a/v1";
    const card = { name: "Open", capabilities: { extensions: [{ uri, required: false }] } };
    await using server = await start({ card });
    const sent = await httpJson.call(server, "SendMessage", say("turn"), { "A2A-Extensions": uri });
    expect(dataIn(sent)).toMatchObject({ version: "1.0", extensions: [uri] });
    const read = await fetch(`${server.url}/a2a/tasks/${taskIn(sent).id}?A2A-Version=1.0`);
    expect(await read.json()).toMatchObject({ id: taskIn(sent).id });
  });

  it("R-146 decodes percent-encoded ids and values", async () => {
    await using server = await start();
    const contextId = "a/b ? c&d=é%";
    await httpJson.call(server, "SendMessage", say("x", { contextId }));
    const list = await ask(server, "GET", `/tasks?contextId=${encodeURIComponent(contextId)}`);
    expect(await list.json()).toMatchObject({ totalSize: 1, tasks: [{ contextId }] });
    const none = await ask(server, "GET", `/tasks/${encodeURIComponent("x/y:cancel")}`);
    expect([none.status, await none.json()]).toMatchObject([
      404,
      { error: { details: [{ reason: "TASK_NOT_FOUND", metadata: { taskId: "x/y:cancel" } }] } },
    ]);
  });

  it("R-147 parses numbers, booleans, enums and timestamps from the query", async () => {
    await using server = await start();
    await httpJson.call(server, "SendMessage", say("x"));
    const query =
      "?pageSize=7&includeArtifacts=true&status=TASK_STATE_COMPLETED&statusTimestampAfter=2020-01-01T00%3A00%3A00Z";
    const list = await ask(server, "GET", `/tasks${query}`);
    expect(await list.json()).toMatchObject({ pageSize: 7, tasks: [{ artifacts: [{ parts: [{ text: "x" }] }] }] });
  });

  it.each<[string, string, JsonObject | undefined, number, string, string]>([
    ["GET", "/tasks/none", undefined, 404, "NOT_FOUND", "TASK_NOT_FOUND"],
    ["POST", "/tasks/{done}:cancel", {}, 400, "FAILED_PRECONDITION", "TASK_NOT_CANCELABLE"],
    ["POST", "/tasks/{done}:subscribe", undefined, 400, "FAILED_PRECONDITION", "UNSUPPORTED_OPERATION"],
    [
      "GET",
      "/tasks/{done}/pushNotificationConfigs",
      undefined,
      400,
      "FAILED_PRECONDITION",
      "PUSH_NOTIFICATION_NOT_SUPPORTED",
    ],
    [
      "POST",
      "/message:send",
      { message: { messageId: "m", role: "ROLE_USER", parts: [{ raw: "AAAA", mediaType: "image/png" }] } },
      400,
      "INVALID_ARGUMENT",
      "CONTENT_TYPE_NOT_SUPPORTED",
    ],
    ["POST", "/message:send", { message: {} }, 400, "INVALID_ARGUMENT", "INVALID_PARAMS"],
    ["GET", "/nothing", undefined, 404, "UNIMPLEMENTED", "METHOD_NOT_FOUND"],
  ])(
    "R-107 R-148 R-149 answers %s %s (body %j) with %i %s and the reason %s",
    async (method, path, body, code, status, reason) => {
      await using server = await start({ webhooks: false });
      const done = taskIn(await httpJson.call(server, "SendMessage", say("x"))).id;
      const response = await ask(server, method, path.replace("{done}", done), body);
      expect(response.status).toBe(code);
      const { error } = (await response.json()) as { error: JsonObject };
      expect(error).toMatchObject({ code, status, message: expect.any(String) });
      expect(error.details).toContainEqual(
        expect.objectContaining({
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason,
          domain: "a2a-protocol.org",
        }),
      );
    },
  );

  it("R-148 rejects a body that is not JSON with a google.rpc.Status", async () => {
    await using server = await start();
    for (const body of ["{", "{} x", "NaN", "[]", "5"]) {
      const response = await fetch(`${server.url}/a2a/message:send`, { method: "POST", headers, body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { code: 400, status: "INVALID_ARGUMENT", message: expect.any(String), details: expect.any(Array) },
      });
    }
  });

  it("R-150 streams bare events, in order", async () => {
    await using server = await start();
    const response = await ask(server, "POST", "/message:stream", say("x"));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const frames = await readStream(response);
    expect(frames.map(({ data }) => Object.keys(data))).toEqual([
      ["task"],
      ["statusUpdate"],
      ["artifactUpdate"],
      ["statusUpdate"],
    ]);
    expect(frames.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4]);
  });

  it("R-71 R-151 takes the task id from the path, not from the body", async () => {
    await using server = await start({ webhooks: { egress: { allowPrivate: true } } });
    const { id } = taskIn(await httpJson.call(server, "SendMessage", say("ask")));
    const body = { taskId: "another", url: "https://127.0.0.1:9/hook" };
    const created = await ask(server, "POST", `/tasks/${id}/pushNotificationConfigs`, body);
    expect(await created.json()).toMatchObject({ taskId: id });
  });
});
