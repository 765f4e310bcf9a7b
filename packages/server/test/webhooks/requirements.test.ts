import type { JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import type { RunningAgent } from "../../src/node.ts";
import { say } from "../support/agent.ts";
import { type BindingUnderTest, bindings } from "../support/bindings.ts";
import { local, receiver } from "../support/receiver.ts";
import { reason, start, taskIn } from "../support/scripted.ts";

const operations = [
  "CreateTaskPushNotificationConfig",
  "GetTaskPushNotificationConfig",
  "ListTaskPushNotificationConfigs",
  "DeleteTaskPushNotificationConfig",
];

/** A task that waits for an answer. */
const waiting = async (call: BindingUnderTest["call"], server: RunningAgent) =>
  taskIn(await call(server, "SendMessage", say("ask"))).id;

describe.each(bindings)("webhooks over $name", ({ call }) => {
  it.each(operations)("R-70 are rejected by an agent without push notifications: %s", async (operation) => {
    await using server = await start({ webhooks: false });
    const refused = await call(server, operation, { taskId: "t", id: "h", url: "https://a.example/" });
    expect(reason(refused)).toBe("PUSH_NOTIFICATION_NOT_SUPPORTED");
  });

  it("R-71 R-74 R-76 are stored with a generated id, read and listed", async () => {
    await using server = await start(local);
    const taskId = await waiting(call, server);
    const url = "http://127.0.0.1:9/hook";
    const create = async (more: JsonObject) =>
      (await call(server, "CreateTaskPushNotificationConfig", { taskId, url, ...more })).output;
    const authentication = { scheme: "Bearer", credentials: "s3" };
    const one = await create({ token: "t-1", authentication });
    expect(one).toEqual({ id: expect.any(String), taskId, url, token: "t-1", authentication });
    const two = await create({ id: "mine" });
    expect(two).toEqual({ id: "mine", taskId, url });
    expect((await call(server, "GetTaskPushNotificationConfig", { taskId, id: "mine" })).output).toEqual(two);
    const { output } = await call(server, "ListTaskPushNotificationConfigs", { taskId });
    expect(output?.configs).toHaveLength(2);
    expect(output?.configs).toEqual(expect.arrayContaining([one, two]));
  });

  it("R-79 R-76 registered with a send belong to its task", async () => {
    await using hook = await receiver();
    await using server = await start(local);
    const sent = await call(server, "SendMessage", say("ask", {}, { taskPushNotificationConfig: { url: hook.url } }));
    const { id: taskId } = taskIn(sent);
    const { output } = await call(server, "ListTaskPushNotificationConfigs", { taskId });
    expect(output?.configs).toMatchObject([{ taskId, url: hook.url, id: expect.any(String) }]);
    expect((await hook.seen(2))[0]?.body).toMatchObject({ task: { id: taskId } });
  });

  it("R-72 R-75 are not found for an unknown task or id", async () => {
    await using server = await start(local);
    const taskId = await waiting(call, server);
    for (const operation of operations.filter((name) => !name.startsWith("Delete"))) {
      const refused = await call(server, operation, { taskId: "none", id: "h", url: "https://127.0.0.1:9/" });
      expect(reason(refused)).toBe("TASK_NOT_FOUND");
    }
    expect(reason(await call(server, "GetTaskPushNotificationConfig", { taskId, id: "none" }))).toBe("TASK_NOT_FOUND");
  });

  it("R-73 R-77 R-78 receive events until they are deleted; deletion is idempotent", async () => {
    await using kept = await receiver();
    await using deleted = await receiver();
    await using server = await start(local);
    const taskId = await waiting(call, server);
    for (const [id, { url }] of Object.entries({ kept, deleted })) {
      await call(server, "CreateTaskPushNotificationConfig", { taskId, id, url });
    }
    for (let n = 0; n < 2; n++) {
      expect((await call(server, "DeleteTaskPushNotificationConfig", { taskId, id: "deleted" })).output).toEqual({});
    }
    const { output } = await call(server, "ListTaskPushNotificationConfigs", { taskId });
    expect(output?.configs).toMatchObject([{ id: "kept" }]);
    await call(server, "SendMessage", say("blue", { taskId }));
    const last = (await kept.seen(3)).at(-1)?.body;
    expect(last).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
    expect(deleted.deliveries).toEqual([]);
  });

  it("R-5 R-80 R-81 R-88 R-94 are posted as JSON with one member each, with returnImmediately too", async () => {
    await using hook = await receiver();
    await using server = await start(local);
    const configuration = { returnImmediately: true, taskPushNotificationConfig: { url: hook.url, token: "tok" } };
    await call(server, "SendMessage", say("x", {}, configuration));
    for (const { body, headers, method } of await hook.seen(4)) {
      expect(Object.keys(body)).toHaveLength(1);
      expect([method, headers["content-type"]]).toEqual(["POST", "application/a2a+json"]);
      expect(headers["x-a2a-notification-token"]).toBe("tok");
    }
  });

  it("R-87 reveal their secrets only to the caller who registered them", async () => {
    const { bearer } = await import("../../src/index.ts");
    const auth = [bearer({ tokens: { a: { subject: "ann" }, b: { subject: "bob" } } })];
    await using server = await start({ ...local, auth });
    const ann = { Authorization: "Bearer a" };
    const { id: taskId } = taskIn(await call(server, "SendMessage", say("ask"), ann));
    const authentication = { scheme: "Bearer", credentials: "s3" };
    const config = { taskId, id: "h", url: "https://127.0.0.1:9/", token: "t-1", authentication };
    await call(server, "CreateTaskPushNotificationConfig", config, ann);
    const own = await call(server, "GetTaskPushNotificationConfig", { taskId, id: "h" }, ann);
    expect(own.output).toEqual(config);
    const other = await call(
      server,
      "GetTaskPushNotificationConfig",
      { taskId, id: "h" },
      { Authorization: "Bearer b" },
    );
    expect(reason(other)).toBe("TASK_NOT_FOUND");
    expect(JSON.stringify(other)).not.toContain("s3");
  });
});
