import { describe, expect, it } from "vitest";
import { apiKey } from "../../src/index.ts";
import type { ServeOptions } from "../../src/node.ts";
import { errorOf, rpc, say, taskOf } from "../support/agent.ts";
import { receiver } from "../support/receiver.ts";
import { start } from "../support/scripted.ts";

describe("a server that only this machine can reach", () => {
  it("calls webhooks on this machine without configuration", async () => {
    await using hook = await receiver();
    await using server = await start();
    const config = { taskPushNotificationConfig: { url: hook.url } };
    const task = taskOf(await rpc(server, "SendMessage", say("tides", {}, config)));
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    const [first] = await hook.seen(1);
    expect(first?.text).toContain(task.id);
  });

  it.each(["http://10.1.2.3/", "http://169.254.169.254/", "http://hook.example/", "https://hook.example:8443/"])(
    "still refuses %s, and names the option",
    async (url) => {
      await using server = await start();
      const { id: taskId } = taskOf(await rpc(server, "SendMessage", say("ask")));
      expect(errorOf(await rpc(server, "CreateTaskPushNotificationConfig", { taskId, url })).message).toMatch(
        /is blocked: .*; the operator of the agent can allow it by webhooks\.egress/,
      );
    },
  );
});

describe("a server that others may reach", () => {
  it.each<[string, Partial<ServeOptions>]>([
    ["by a public URL", { publicUrl: "https://agent.example" }],
    ["by another host name", { security: { allowedHosts: ["agent.example"] } }],
    ["at all addresses", { host: "0.0.0.0", auth: [apiKey({ keys: { "k-1": "ann" } })] }],
    ["as its operator decides", { webhooks: { egress: {} } }],
  ])("%s refuses webhooks on its own machine, and names the option", async (_, options) => {
    await using hook = await receiver();
    await using server = await start(options);
    const config = { taskPushNotificationConfig: { url: hook.url } };
    const refused = errorOf(await rpc(server, "SendMessage", say("tides", {}, config), { "X-API-Key": "k-1" }));
    expect(refused.message).toMatch(/127\.0\.0\.1:\d+ is blocked: not a public address; .* webhooks\.egress/);
    expect(hook.deliveries).toEqual([]);
  });
});
