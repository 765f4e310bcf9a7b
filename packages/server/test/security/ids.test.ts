import type { JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { errorOf, post, resultOf, rpc, say, serveAgent } from "../support/agent.ts";

const serveEcho = () =>
  serveAgent(async function* () {
    yield "hello";
  });

const textMessage = (discriminator: "kind" | "type", members: JsonObject) => ({
  role: "user",
  parts: [{ [discriminator]: "text", text: "hi" }],
  ...members,
});

describe.each([
  ["half of a surrogate pair", "x\ud800y", "expected Unicode text, found half of a surrogate pair"],
  ["NUL", "x\0y", "expected text without NUL"],
])("an id with %s", (_, id, reason) => {
  it.each<[string, string, string, JsonObject, string]>([
    ["1.0", "SendMessage", "message.messageId", say("hi", { messageId: id }), "1.0"],
    ["1.0", "SendMessage", "message.contextId", say("hi", { contextId: id }), "1.0"],
    ["1.0", "SendMessage", "message.taskId", say("hi", { taskId: id }), "1.0"],
    ["1.0", "SendMessage", "message.referenceTaskIds.1", say("hi", { referenceTaskIds: ["a", id] }), "1.0"],
    ["1.0", "SendStreamingMessage", "message.messageId", say("hi", { messageId: id }), "1.0"],
    ["1.0", "GetTask", "id", { id }, "1.0"],
    ["1.0", "CancelTask", "id", { id }, "1.0"],
    ["1.0", "SubscribeToTask", "id", { id }, "1.0"],
    ["1.0", "ListTasks", "contextId", { contextId: id }, "1.0"],
    ["1.0", "GetTaskPushNotificationConfig", "id", { taskId: "t", id }, "1.0"],
    ["1.0", "ListTaskPushNotificationConfigs", "taskId", { taskId: id }, "1.0"],
    [
      "0.3",
      "message/send",
      "message.messageId",
      { message: textMessage("kind", { kind: "message", messageId: id }) },
      "0.3",
    ],
    ["0.3", "tasks/get", "id", { id }, "0.3"],
    [
      "0.2",
      "message/send",
      "message.contextId",
      { message: textMessage("kind", { messageId: "m", contextId: id }) },
      "0.2",
    ],
    ["0.1", "tasks/send", "id", { id, message: textMessage("type", {}) }, ""],
    ["0.1", "tasks/get", "id", { id }, ""],
  ])("is refused over JSON-RPC %s: %s, %s", async (_version, method, field, params, version) => {
    await using agent = await serveEcho();
    const error = errorOf(await rpc(agent, method, params, { "A2A-Version": version }));
    expect(error).toMatchObject({ code: -32602, message: `Invalid parameters: ${field}: ${reason}` });
  });

  it("is refused over HTTP+JSON", async () => {
    await using agent = await serveEcho();
    const sent = await post(`${agent.url}/a2a/message:send`, say("hi", { messageId: id }), { "A2A-Version": "1.0" });
    expect(sent.status).toBe(400);
    expect(JSON.stringify(sent.body)).toContain(`message.messageId: ${reason}`);
  });
});

it("NUL in the path of a task is refused over HTTP+JSON", async () => {
  await using agent = await serveEcho();
  for (const path of ["/a2a/tasks/x%00y", "/a2a/v1/tasks/x%00y"]) {
    const response = await fetch(agent.url + path, { headers: { "A2A-Version": path.includes("v1") ? "0.3" : "1.0" } });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("id: expected text without NUL"),
    ]);
  }
});

it("any other text is an id: of every script, with spaces, tabs, slashes and emoji", async () => {
  await using agent = await serveEcho();
  for (const id of ["m 1", "m\t1", "a/b?c#d", "日本", "\u{1f600}", "\u202e", "\ufffd", "x".repeat(200)]) {
    const { task } = resultOf(await rpc(agent, "SendMessage", say("hi", { messageId: id, contextId: id })));
    expect(task).toMatchObject({ contextId: id, history: [{ messageId: id }] });
  }
});
