import { ask, type JsonObject } from "@a2a/types";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { createWebhookSigner } from "../../src/webhook-signing.ts";
import { errorOf, post, resultOf, rpc, say, serveAgent, taskOf } from "../support/agent.ts";
import { local, receiver } from "../support/receiver.ts";

async function* echo() {
  yield "done";
}

describe("webhooks", () => {
  it("R-79 R-80 R-81 R-82 R-94 receive every event in order, with credentials and token", async () => {
    await using hook = await receiver();
    await using agent = await serveAgent(echo, local);
    const config = { url: hook.url, token: "tok", authentication: { scheme: "Bearer", credentials: "s3" } };
    const task = taskOf(await rpc(agent, "SendMessage", say("go", {}, { taskPushNotificationConfig: config })));
    const deliveries = await hook.seen(4);
    expect(deliveries.map(({ body }) => Object.keys(body))).toEqual([
      ["task"],
      ["statusUpdate"],
      ["artifactUpdate"],
      ["statusUpdate"],
    ]);
    expect(deliveries.map(({ headers }) => headers["x-a2a-event-id"])).toEqual(
      [1, 2, 3, 4].map((n) => `${task.id}/${n}`),
    );
    expect(deliveries[0]?.headers).toMatchObject({
      authorization: "Bearer s3",
      "x-a2a-notification-token": "tok",
      "content-type": "application/a2a+json",
    });
  });

  it("R-238 receive the whole task in the protocol version they were registered with", async () => {
    await using hook = await receiver();
    await using agent = await serveAgent(echo, local);
    const params = {
      id: "job-1",
      message: { role: "user", parts: [{ type: "text", text: "go" }] },
      pushNotification: { url: hook.url },
    };
    await post(`${agent.url}/rpc`, { jsonrpc: "2.0", id: "a", method: "tasks/send", params });
    const deliveries = await hook.seen(4);
    expect(deliveries.at(-1)?.body).toMatchObject({
      id: "job-1",
      taskId: "job-1",
      eventType: "taskUpdate",
      status: { state: "completed" },
    });
  });

  it("R-83 R-85 are retried, and removed on 410 Gone", async () => {
    await using hook = await receiver((n) => (n === 1 ? 500 : n === 3 ? 410 : 200));
    await using agent = await serveAgent(echo, local);
    const config = { taskPushNotificationConfig: { id: "h", url: hook.url } };
    const { id } = taskOf(await rpc(agent, "SendMessage", say("go", {}, config)));
    const [first, again, third] = await hook.seen(3);
    expect(again?.headers["x-a2a-event-id"]).toBe(first?.headers["x-a2a-event-id"]);
    expect(third?.headers["x-a2a-event-id"]).toBe(`${id}/2`);
    await expect
      .poll(async () => resultOf(await rpc(agent, "ListTaskPushNotificationConfigs", { taskId: id })))
      .toEqual({ configs: [] });
  });

  it("R-86 are not delivered to non-public addresses, and redirects are not followed", async () => {
    await using agent = await serveAgent(echo, { publicUrl: "https://agent.example" });
    const { id } = taskOf(await rpc(agent, "SendMessage", say("go")));
    for (const url of [
      "http://127.0.0.1:9/x",
      "https://10.0.0.8/x",
      "https://[::1]/x",
      "ftp://a.example/",
      "https://u:p@a.example/",
    ]) {
      const refused = errorOf(await rpc(agent, "CreateTaskPushNotificationConfig", { taskId: id, url }));
      expect(refused).toMatchObject({ code: -32602, data: [{ fieldViolations: [{ field: "url" }] }] });
    }
    await using hook = await receiver((n) => (n === 1 ? 302 : 200));
    await using open = await serveAgent(echo, local);
    await rpc(open, "SendMessage", say("go", {}, { taskPushNotificationConfig: { url: hook.url } }));
    const [redirected, again] = await hook.seen(2);
    expect(again?.headers["x-a2a-event-id"]).toBe(redirected?.headers["x-a2a-event-id"]);
  });

  it("R-71 R-72 R-74 R-75 R-77 R-78 can be created, read, listed and deleted, repeatedly", async () => {
    async function* asks() {
      yield ask("what?");
    }
    await using hook = await receiver();
    await using agent = await serveAgent(asks, local);
    const { id: taskId } = taskOf(await rpc(agent, "SendMessage", say("go")));
    const created = resultOf(await rpc(agent, "CreateTaskPushNotificationConfig", { taskId, url: hook.url }));
    expect(created).toMatchObject({ taskId, url: hook.url, id: expect.any(String) });
    const key = { taskId, id: created.id as string };
    expect(resultOf(await rpc(agent, "GetTaskPushNotificationConfig", key))).toEqual(created);
    expect(resultOf(await rpc(agent, "ListTaskPushNotificationConfigs", { taskId }))).toEqual({ configs: [created] });
    expect(resultOf(await rpc(agent, "DeleteTaskPushNotificationConfig", key))).toEqual({});
    expect(resultOf(await rpc(agent, "DeleteTaskPushNotificationConfig", key))).toEqual({});
    expect(errorOf(await rpc(agent, "GetTaskPushNotificationConfig", key)).code).toBe(-32001);
    expect(errorOf(await rpc(agent, "CreateTaskPushNotificationConfig", { taskId: "x", url: hook.url })).code).toBe(
      -32001,
    );
  });

  it("are signed with the configured key, and the server publishes the public key", async () => {
    await using hook = await receiver();
    const signer = await createWebhookSigner({ issuer: "https://agent.example" });
    await using agent = await serveAgent(echo, { webhooks: { ...local.webhooks, signer } });
    const { id } = taskOf(
      await rpc(agent, "SendMessage", say("go", {}, { taskPushNotificationConfig: { url: hook.url } })),
    );
    const [delivery] = await hook.seen(1);
    const jwks = (await (await fetch(`${agent.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    expect(JSON.stringify(jwks)).not.toContain('"d"');
    const signature = delivery?.headers["a2a-notification-signature"] as string;
    const { payload } = await jwtVerify(signature, createLocalJWKSet(jwks), {
      issuer: "https://agent.example",
      audience: new URL(hook.url).origin,
    });
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(delivery?.text));
    expect(payload).toMatchObject({
      jti: `${id}/1`,
      request_body_sha256: Buffer.from(digest).toString("hex"),
    });
  });

  it("R-70 are rejected by an agent without push notifications", async () => {
    await using agent = await serveAgent(echo, { webhooks: false });
    expect(errorOf(await rpc(agent, "ListTaskPushNotificationConfigs", { taskId: "x" })).code).toBe(-32003);
    const config = { taskPushNotificationConfig: { url: "https://a.example/" } };
    expect(errorOf(await rpc(agent, "SendMessage", say("go", {}, config))).code).toBe(-32003);
  });
});

describe("webhooks of 0.x with fields the model lacks", () => {
  const both = { schemes: ["Bearer", "Basic"], credentials: "k" };
  const registered = { id: "c", url: "https://hook.example/in", authentication: both };
  const call = async (url: string, method: string, params: object) =>
    (await post(`${url}/a2a`, { jsonrpc: "2.0", id: 1, method, params: params as JsonObject })).body
      .result as JsonObject;
  const message = { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] };
  const guard = () => undefined;

  it("R-239 are returned verbatim, however they were registered", async () => {
    await using agent = await serveAgent(async function* () {}, { webhooks: { guard } });
    const { id } = await call(agent.url, "message/send", {
      message,
      configuration: { pushNotificationConfig: { ...registered, id: "sent" } },
    });
    await call(agent.url, "tasks/pushNotificationConfig/set", { taskId: id, pushNotificationConfig: registered });
    for (const name of ["c", "sent"]) {
      const read = { id, pushNotificationConfigId: name };
      expect(await call(agent.url, "tasks/pushNotificationConfig/get", read)).toEqual({
        taskId: id,
        pushNotificationConfig: { ...registered, id: name },
      });
    }
  });

  it("show 1.0 callers only the model's fields", async () => {
    await using agent = await serveAgent(async function* () {}, { webhooks: { guard } });
    const { id } = await call(agent.url, "message/send", { message });
    await call(agent.url, "tasks/pushNotificationConfig/set", { taskId: id, pushNotificationConfig: registered });
    const params = { taskId: id as string, id: "c" };
    expect(resultOf(await rpc(agent, "GetTaskPushNotificationConfig", params))).toEqual({
      taskId: id,
      id: "c",
      url: registered.url,
      authentication: { scheme: "Bearer", credentials: "k" },
    });
  });
});
