import { type AgentExecutor, agentMessage, type JsonObject, status, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { post, readStream, resultOf, rpc, say, serveAgent, stream, taskOf } from "./support/agent.ts";
import { gate } from "./support/scripted.ts";

/** An agent that thinks until its gate opens, before its first yield. */
function thinking(answer: AgentExecutor) {
  const thought = gate();
  const executor: AgentExecutor = async function* (turn) {
    await thought.opened;
    return yield* answer(turn);
  };
  return { executor, decide: () => thought.open() };
}

const echo: AgentExecutor = async function* ({ message }) {
  yield textOf(message);
};

const turns = { firstEventTimeoutMs: 20 };

/** Reads a stream until a text has arrived, and leaves it open. */
async function readUntil(response: Response, text: string): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  while (!seen.includes(text)) {
    const next = await reader?.read();
    if (!next || next.done) throw new Error(`the stream ended without ${text}: ${seen}`);
    seen += next.value;
  }
  return seen;
}

describe("S1-09 S4-11 a task whose agent has not yielded anything", () => {
  it("is working for everyone who reads it", async () => {
    const { executor, decide } = thinking(echo);
    await using agent = await serveAgent(executor, { turns });
    const { id, status: sent } = taskOf(await rpc(agent, "SendMessage", say("hi", {}, { returnImmediately: true })));
    expect(sent.state).toBe("TASK_STATE_WORKING");
    expect(resultOf(await rpc(agent, "GetTask", { id }))).toMatchObject({ status: { state: "TASK_STATE_WORKING" } });
    expect(resultOf(await rpc(agent, "ListTasks", { status: "TASK_STATE_WORKING" }))).toMatchObject({
      tasks: [{ id }],
    });
    const rest = await fetch(`${agent.url}/a2a/tasks/${id}`, { headers: { "A2A-Version": "1.0" } });
    expect(await rest.json()).toMatchObject({ status: { state: "TASK_STATE_WORKING" } });
    const older = await rpc(agent, "tasks/get", { id }, { "A2A-Version": "0.3" });
    expect(resultOf(older)).toMatchObject({ status: { state: "working" } });
    const followed = await stream(agent, "SubscribeToTask", { id });
    expect(await readUntil(followed, "TASK_STATE_WORKING")).not.toContain("TASK_STATE_SUBMITTED");
    decide();
  });

  it.each([
    ["1.0", "SendStreamingMessage", say("hi"), '"state":"TASK_STATE_WORKING"'],
    [
      "0.3",
      "message/stream",
      { message: { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] } },
      '"state":"working"',
    ],
    [
      "0.1",
      "tasks/sendSubscribe",
      { id: "t1", message: { role: "user", parts: [{ type: "text", text: "hi" }] } },
      '"state":"working"',
    ],
  ])(
    "is streamed over %s: headers, the task and keep-alives come before the first yield",
    async (version, method, params, state) => {
      const { executor, decide } = thinking(echo);
      await using agent = await serveAgent(executor, { turns, listener: { keepAliveMs: 20 } });
      const response = await stream(agent, method, params, { "A2A-Version": version });
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
      const [seen, alive] = response.body?.tee() ?? [];
      expect(await readUntil(new Response(seen), state)).toContain("data: ");
      expect(await readUntil(new Response(alive), ": ping")).toContain(state);
      decide();
    },
  );

  it("is working when its caller chose its id, as callers of 0.1 do", async () => {
    const { executor, decide } = thinking(echo);
    await using agent = await serveAgent(executor, { turns });
    const message = { role: "user", parts: [{ type: "text", text: "hi" }] };
    const sent = post(`${agent.url}/rpc`, {
      jsonrpc: "2.0",
      id: 1,
      method: "tasks/send",
      params: { id: "t1", message },
    });
    const read = async () => {
      const { body } = await post(`${agent.url}/rpc`, {
        jsonrpc: "2.0",
        id: 2,
        method: "tasks/get",
        params: { id: "t1" },
      });
      return (body.result as { status?: JsonObject } | undefined)?.status?.state;
    };
    await expect.poll(read).toBe("working");
    decide();
    expect(resultOf(await sent)).toMatchObject({ id: "t1", status: { state: "completed" } });
  });

  it("may still be said to be submitted, asked about or rejected", async () => {
    for (const state of ["TASK_STATE_SUBMITTED", "TASK_STATE_INPUT_REQUIRED", "TASK_STATE_REJECTED"] as const) {
      const { executor, decide } = thinking(async function* () {
        yield status(state, "as I said");
        yield "done";
      });
      await using agent = await serveAgent(executor, { turns });
      const response = await stream(agent, "SendStreamingMessage", say("hi"));
      decide();
      const last = (await readStream(response)).at(-1)?.data.result;
      const end = state === "TASK_STATE_SUBMITTED" ? "TASK_STATE_COMPLETED" : state;
      expect(last).toMatchObject({ statusUpdate: { status: { state: end } } });
    }
  });
});

describe("an agent that answers", () => {
  it("at once costs no event more than before", async () => {
    await using agent = await serveAgent(echo, { turns });
    const frames = await readStream(await stream(agent, "SendStreamingMessage", say("hi")));
    const kinds = frames.map(({ data }) => Object.keys(data.result as JsonObject)[0]);
    expect(kinds).toEqual(["task", "statusUpdate", "artifactUpdate", "statusUpdate"]);
  });

  it("at once may answer with a bare message, to a stream as well", async () => {
    // biome-ignore lint/correctness/useYield: it answers with a message.
    await using agent = await serveAgent(async function* () {
      return agentMessage("pong");
    });
    expect(resultOf(await rpc(agent, "SendMessage", say("ping")))).toMatchObject({
      message: { parts: [{ text: "pong" }] },
    });
    const frames = await readStream(await stream(agent, "SendStreamingMessage", say("ping")));
    expect(frames.map(({ data }) => data.result)).toMatchObject([{ message: { parts: [{ text: "pong" }] } }]);
  });

  it("late may answer a caller that waits with a bare message, and completes the task of one that follows", async () => {
    // biome-ignore lint/correctness/useYield: it answers with a message.
    const { executor, decide } = thinking(async function* () {
      return agentMessage("pong");
    });
    await using agent = await serveAgent(executor, { turns });
    const waiting = rpc(agent, "SendMessage", say("ping"));
    const followed = await stream(agent, "SendStreamingMessage", say("ping"));
    decide();
    expect(resultOf(await waiting)).toMatchObject({ message: { parts: [{ text: "pong" }] } });
    const last = (await readStream(followed)).at(-1)?.data.result;
    expect(last).toMatchObject({
      statusUpdate: { status: { state: "TASK_STATE_COMPLETED", message: { parts: [{ text: "pong" }] } } },
    });
  });
});
