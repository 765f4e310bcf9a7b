import { type AgentExecutor, type JsonObject, type OperationName, requireAuth, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { bearer } from "../../src/index.ts";
import { say, serveAgent } from "../support/agent.ts";
import { bindings, httpJson, jsonRpc } from "../support/bindings.ts";
import { local } from "../support/receiver.ts";
import { reason, start, taskIn } from "../support/scripted.ts";

const auth = [bearer({ tokens: { a: "ann", b: "bob" } })];
const ann = { Authorization: "Bearer a" };
const bob = { Authorization: "Bearer b" };
const card = { name: "Full", capabilities: { extendedAgentCard: true } };

/** Every operation, about one task. */
const calls = (id: string): [string, JsonObject][] => [
  ["SendMessage", say("x", { taskId: id })],
  ["SendStreamingMessage", say("x", { taskId: id })],
  ["GetTask", { id }],
  ["CancelTask", { id }],
  ["SubscribeToTask", { id }],
  ["CreateTaskPushNotificationConfig", { taskId: id, url: "https://127.0.0.1:9/" }],
  ["GetTaskPushNotificationConfig", { taskId: id, id: "h" }],
  ["ListTaskPushNotificationConfigs", { taskId: id }],
];
const about = [
  ...calls("x").map(([name]) => name),
  "ListTasks",
  "DeleteTaskPushNotificationConfig",
  "GetExtendedAgentCard",
];

describe.each(bindings)("callers over $name", ({ call }) => {
  it.each(about)("R-108 R-109 R-212 R-163 must authenticate for %s", async (operation) => {
    await using server = await start({ ...local, auth, card });
    const refused = await call(server, operation, { ...say("x"), id: "x", taskId: "x" });
    expect([refused.status, reason(refused)]).toEqual([401, "UNAUTHENTICATED"]);
    expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer /);
  });

  it("R-110 R-111 R-213 may use permitted operations only; a rejection names the operation and nothing else", async () => {
    const asked: OperationName[] = [];
    await using server = await start({
      ...local,
      auth,
      card,
      security: {
        authorize: (_, operation) => {
          asked.push(operation);
          return false;
        },
      },
    });
    for (const operation of about) {
      const params = { ...say("x"), id: "x", taskId: "x", url: "https://127.0.0.1:9/" };
      const refused = await call(server, operation, params, ann);
      expect([refused.status, reason(refused)]).toEqual([403, "PERMISSION_DENIED"]);
      expect(refused.error?.message).toBe(`This caller may not use ${asked.at(-1)}`);
    }
    expect(new Set(asked).size).toBe(about.length);
  });

  it("R-112 R-113 R-215 R-216 see foreign tasks exactly like missing ones", async () => {
    await using server = await start({ ...local, auth });
    const { id } = taskIn(await call(server, "SendMessage", say("ask"), ann));
    const missing = "0".repeat(id.length);
    const foreign = calls(id);
    for (const [n, [operation, params]] of calls(missing).entries()) {
      const [one, two] = await Promise.all([
        call(server, operation, params, bob),
        call(server, foreign[n]?.[0] as string, foreign[n]?.[1] as JsonObject, bob),
      ]);
      expect(reason(one)).toBe("TASK_NOT_FOUND");
      expect([two.status, JSON.stringify(two.error).replaceAll(id, missing)]).toEqual([
        one.status,
        JSON.stringify(one.error),
      ]);
    }
    // Deleting what is not there is fine, whosever it is, and leaves the owner's alone.
    await call(server, "CreateTaskPushNotificationConfig", { taskId: id, id: "h", url: "https://127.0.0.1:9/" }, ann);
    await call(server, "DeleteTaskPushNotificationConfig", { taskId: id, id: "h" }, bob);
    const kept = await call(server, "ListTaskPushNotificationConfigs", { taskId: id }, ann);
    expect(kept.output?.configs).toHaveLength(1);
    expect((await call(server, "GetTask", { id }, ann)).output).toMatchObject({
      status: { state: "TASK_STATE_INPUT_REQUIRED" },
    });
  });

  it("cannot use another caller's page token or context", async () => {
    await using server = await start({ auth });
    for (let n = 0; n < 3; n++) await call(server, "SendMessage", say("hers", { contextId: "talk" }), ann);
    const { nextPageToken } = (await call(server, "ListTasks", { pageSize: 1 }, ann)).output as JsonObject;
    const other = await call(server, "ListTasks", { pageSize: 1, pageToken: nextPageToken as string }, bob);
    expect(other.error?.details).toMatchObject([{ fieldViolations: [{ field: "pageToken" }] }]);
    const made = btoa(JSON.stringify([Date.now() * 1_000, crypto.randomUUID(), 0]));
    expect(reason(await call(server, "ListTasks", { pageToken: `${made}.${made}` }, bob))).toBe("INVALID");
    const { id } = taskIn(await call(server, "SendMessage", say("his", { contextId: "talk" }), bob));
    expect((await call(server, "ListTasks", { contextId: "talk" }, bob)).output).toMatchObject({ tasks: [{ id }] });
  });

  it("R-218 R-219 R-224 are asked for further credentials by TASK_STATE_AUTH_REQUIRED with an explanation, once per need", async () => {
    const needy: AgentExecutor = async function* ({ message }) {
      if (textOf(message).startsWith("signed")) yield "thanks";
      else yield requireAuth("sign in at the desk", { url: "https://desk.example/sign-in" });
    };
    await using server = await serveAgent(needy);
    const first = taskIn(await call(server, "SendMessage", say("go")));
    expect(first.status).toMatchObject({
      state: "TASK_STATE_AUTH_REQUIRED",
      message: { taskId: first.id, parts: [{ text: "sign in at the desk" }, { url: "https://desk.example/sign-in" }] },
    });
    // The state alone allows nothing: a message without the credential finds the same need again.
    const again = taskIn(await call(server, "SendMessage", say("go on", { taskId: first.id })));
    expect(again.status.state).toBe("TASK_STATE_AUTH_REQUIRED");
    const done = taskIn(await call(server, "SendMessage", say("signed", { taskId: first.id })));
    expect(done.status.state).toBe("TASK_STATE_COMPLETED");
    // Nor does it carry over to the next task.
    expect(taskIn(await call(server, "SendMessage", say("go"))).status.state).toBe("TASK_STATE_AUTH_REQUIRED");
  });

  it("R-227 R-229 leave no credential in the log, which records rejected calls", async () => {
    const lines: string[] = [];
    const keep = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
    const logger = { debug: keep, info: keep, warn: keep, error: keep };
    await using server = await start({ ...local, auth, logger });
    await call(server, "SendMessage", say("secret words"), ann);
    await call(server, "SendMessage", say("throw"), ann);
    await call(server, "GetTask", { id: "x" }, { Authorization: "Bearer wrong-token" });
    expect(lines.join("\n")).not.toMatch(/Bearer|wrong-token|secret words/);
    expect(lines.some((line) => line.includes("unauthenticated"))).toBe(true);
  });
});

describe("credentials", () => {
  it("R-163 work the same on both bindings", async () => {
    await using server = await start({ auth });
    const { id } = taskIn(await jsonRpc.call(server, "SendMessage", say("x"), ann));
    expect((await httpJson.call(server, "GetTask", { id }, ann)).output).toMatchObject({ id });
    expect((await httpJson.call(server, "GetTask", { id }, bob)).status).toBe(404);
  });
});
