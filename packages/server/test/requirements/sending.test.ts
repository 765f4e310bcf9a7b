import { type AgentExecutor, agentMessage, type JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { readStream, say, serveAgent } from "../support/agent.ts";
import { bindings } from "../support/bindings.ts";
import { dataIn, gate, reason, start, taskIn } from "../support/scripted.ts";

describe.each(bindings)("sending over $name", ({ call, open, eventIn }) => {
  it("R-1 R-2 R-3 R-23 R-24 returns the finished task with its artifacts and a new id", async () => {
    await using server = await start();
    const [one, two] = await Promise.all(["a", "b"].map((text) => call(server, "SendMessage", say(text))));
    if (!one || !two) throw new Error("two answers");
    expect(Object.keys(one.output ?? {})).toEqual(["task"]);
    expect(taskIn(one)).toMatchObject({
      id: expect.any(String),
      contextId: expect.any(String),
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ parts: [{ text: "a" }] }],
    });
    expect(taskIn(one).id).not.toBe(taskIn(two).id);
  });

  it.each([
    ["ask", "TASK_STATE_INPUT_REQUIRED"],
    ["auth", "TASK_STATE_AUTH_REQUIRED"],
    ["reject", "TASK_STATE_REJECTED"],
    ["fail", "TASK_STATE_FAILED"],
  ])("R-2 S4-12 blocks until a terminal or interrupted state: %s gives %s", async (text, state) => {
    await using server = await start();
    expect(taskIn(await call(server, "SendMessage", say(text))).status.state).toBe(state);
  });

  it("R-4 returns as soon as the task exists with returnImmediately", async () => {
    await using server = await start();
    const task = taskIn(await call(server, "SendMessage", say("hang", {}, { returnImmediately: true })));
    expect(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"]).toContain(task.status.state);
  });

  it("R-4 R-5 creates the task of a silent agent, whose later message completes it", async () => {
    const enough = gate();
    // biome-ignore lint/correctness/useYield: it answers with a message.
    const late: AgentExecutor = async function* () {
      await enough.opened;
      return agentMessage("at last");
    };
    await using server = await serveAgent(late, { turns: { firstEventTimeoutMs: 1 } });
    const task = taskIn(await call(server, "SendMessage", say("x", {}, { returnImmediately: true })));
    expect(task.status.state).toBe("TASK_STATE_WORKING");
    const following = await open(server, "SubscribeToTask", { id: task.id });
    enough.open();
    expect(eventIn((await readStream(following)).at(-1))).toMatchObject({
      statusUpdate: { status: { state: "TASK_STATE_COMPLETED", message: { parts: [{ text: "at last" }] } } },
    });
  });

  it("R-5 R-54 returns a message even with returnImmediately", async () => {
    await using server = await start();
    const params = () => say("message", {}, { returnImmediately: true });
    const { output } = await call(server, "SendMessage", params());
    expect(output).toMatchObject({ message: { parts: [{ text: "pong" }] } });
    const { events } = await call(server, "SendStreamingMessage", params());
    expect(events).toMatchObject([{ message: { parts: [{ text: "pong" }] } }]);
    expect((await call(server, "ListTasks", {})).output).toMatchObject({ totalSize: 0 });
  });

  it("R-5 streams to the end even with returnImmediately", async () => {
    await using server = await start();
    const { events } = await call(server, "SendStreamingMessage", say("x", {}, { returnImmediately: true }));
    expect(events?.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
  });

  it("R-1 R-10 returns a message only if the agent chooses to; results are artifacts", async () => {
    await using server = await start();
    const { output } = await call(server, "SendMessage", say("message"));
    expect(Object.keys(output ?? {})).toEqual(["message"]);
    expect(output?.message).not.toHaveProperty("taskId");
    const task = taskIn(await call(server, "SendMessage", say("just text")));
    expect(task.artifacts).toMatchObject([{ parts: [{ text: "just text" }] }]);
    expect(task.status).not.toHaveProperty("message");
  });

  it("R-6 R-7 is rejected for a finished and for a missing task", async () => {
    await using server = await start();
    for (const text of ["x", "fail", "reject"]) {
      const { id } = taskIn(await call(server, "SendMessage", say(text)));
      expect(reason(await call(server, "SendMessage", say("more", { taskId: id })))).toBe("UNSUPPORTED_OPERATION");
    }
    expect(reason(await call(server, "SendMessage", say("x", { taskId: "none" })))).toBe("TASK_NOT_FOUND");
  });

  it("R-8 R-226 is rejected for media types that the card does not list", async () => {
    await using server = await start();
    const params = say("", { parts: [{ raw: "AAAA", mediaType: "image/png" }] });
    const refused = await call(server, "SendMessage", params);
    expect(reason(refused)).toBe("CONTENT_TYPE_NOT_SUPPORTED");
    expect(refused.error?.message).toContain("text/plain");
  });

  it("R-9 passes the accepted output modes to the agent", async () => {
    await using server = await start();
    const sent = await call(server, "SendMessage", say("turn", {}, { acceptedOutputModes: ["image/svg+xml"] }));
    expect(dataIn(sent)).toMatchObject({ acceptedOutputModes: ["image/svg+xml"] });
  });

  it.each<[string, JsonObject, string]>([
    ["no message", {}, "message"],
    ["no parts", say("x", { parts: [] }), "message.parts"],
    ["an empty id", say("x", { messageId: "" }), "message.messageId"],
    ["no id", say("x", { messageId: null }), "message.messageId"],
    ["no role", say("x", { role: "ROLE_UNSPECIFIED" }), "message.role"],
    ["an unknown role", say("x", { role: "ROLE_KING" }), "message.role"],
    ["two contents", say("x", { parts: [{ text: "a", url: "https://a.example/" }] }), "message.parts.0"],
    ["no content", say("x", { parts: [{}] }), "message.parts.0"],
    ["no base64", say("x", { parts: [{ raw: "%%%" }] }), "message.parts.0.raw"],
    ["a negative length", say("x", {}, { historyLength: -1 }), "configuration.historyLength"],
    [
      "a webhook without address",
      say("x", {}, { taskPushNotificationConfig: {} }),
      "configuration.taskPushNotificationConfig.url",
    ],
  ])(
    "R-12 R-13 R-14 R-15 R-114 R-135 rejects %s without side effects and names the field",
    async (_, params, field) => {
      await using server = await start();
      const refused = await call(server, "SendMessage", params);
      expect(refused.error?.details).toMatchObject([{ fieldViolations: [{ field, description: expect.any(String) }] }]);
      expect((await call(server, "ListTasks", {})).output).toMatchObject({ totalSize: 0 });
    },
  );

  it("R-16 ignores unknown fields", async () => {
    await using server = await start();
    const params = { ...say("x", { unknown: true }), novel: { deep: [1] } };
    const { history } = taskIn(await call(server, "SendMessage", params)) as unknown as { history: JsonObject[] };
    expect(history[0]).toMatchObject({ parts: [{ text: "x" }] });
    expect(history[0]).not.toHaveProperty("unknown");
  });
});
