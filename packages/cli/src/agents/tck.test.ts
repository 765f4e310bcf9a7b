import { connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { createMessage, type Message, silentLogger, type Task } from "@a2a/types";
import { expect, it } from "vitest";
import { tck } from "./tck.ts";

async function start() {
  const card = { name: "TCK", description: "Behaves as the kits expect." };
  const agent = await serve({ card, executor: tck, store: "memory", logger: silentLogger });
  const client = await connect(agent.url, { memory: new Map() });
  const send = async (messageId: string, more: Partial<Message> = {}, returnImmediately = false): Promise<Task> => {
    const answer = await client.send(
      { ...createMessage("hi"), messageId, ...more },
      { configuration: { returnImmediately } },
    );
    if (!("task" in answer)) throw new Error("expected a task");
    return answer.task;
  };
  return { send, [Symbol.asyncDispose]: () => agent.close({ drainMs: 0 }) };
}

it("asks for credentials on tck-auth-required, and completes with the next message", async () => {
  await using agent = await start();
  const { id, status } = await agent.send("tck-auth-required-1");
  expect(status.state).toBe("TASK_STATE_AUTH_REQUIRED");
  expect((await agent.send("m-2", { taskId: id })).status.state).toBe("TASK_STATE_COMPLETED");
});

it("lets a caller that waits see the end of tck-delayed-complete, and others its work", async () => {
  await using agent = await start();
  const [waited, immediate] = await Promise.all([
    agent.send("tck-delayed-complete-1"),
    agent.send("tck-delayed-complete-2", {}, true),
  ]);
  expect(waited.status.state).toBe("TASK_STATE_COMPLETED");
  expect(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"]).toContain(immediate.status.state);
});

it("acts by the text that began a task, in its later turns too", async () => {
  await using agent = await start();
  const first = await agent.send("a-1", { parts: [{ text: "tck-multi-turn start" }] });
  expect(first.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  const more = await agent.send("a-2", { taskId: first.id, parts: [{ text: "more" }] });
  expect(more.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  const last = await agent.send("a-3", { taskId: first.id, parts: [{ text: "done" }] });
  expect(last.status.state).toBe("TASK_STATE_COMPLETED");
  expect(last.history?.map(({ messageId }) => messageId)).toEqual(["a-1", "a-2", "a-3"]);
  const failed = await agent.send("a-4", { parts: [{ text: "tck-task-failure" }] });
  expect(failed.status).toMatchObject({ state: "TASK_STATE_FAILED", message: { role: "ROLE_AGENT" } });
});
