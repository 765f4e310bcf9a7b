// A client sees every outcome of an agent, streams text, cancels, and gets errors it can tell apart.
import assert from "node:assert/strict";
import { connect } from "@a2a/client";
import { agentTool } from "@a2a/tool-wrapper";
import { applyEvent, extractText, isA2AError, isLocalError, type Task } from "@a2a/types";
import { AgentProcess } from "./agent-process.ts";

await using agent = await AgentProcess.start();
await using client = await connect(agent.url);
assert.equal(client.card.name, "First hour");

const sent = await client.send("hello wide world");
assert("task" in sent);
assert.equal(sent.task.status.state, "TASK_STATE_COMPLETED");

let task: Task | undefined;
let chunks = 0;
for await (const event of client.stream("hello wide world")) {
  if ("task" in event) task = structuredClone(event.task);
  else if (task && !("gap" in event) && !("message" in event)) applyEvent(task, event);
  if ("artifactUpdate" in event) chunks++;
}
assert(task);
assert.equal(task.status.state, "TASK_STATE_COMPLETED");
assert(chunks > 1, "a stream arrives in chunks");
assert.equal(extractText(task), "hello wide world", "streamed text reads as one text");
assert.equal(task.artifacts?.[0]?.parts.length, 1, "and is one part");
assert.equal(extractText(await client.getTask(task.id)), "hello wide world", "in the stored task as well");

const tool = agentTool(client, { name: "first_hour" });
const seen: Record<string, string> = {};
for (const message of ["hello", "data", "ask", "auth", "fail", "reject", "throw", "message"]) {
  seen[message] = (await tool.run({ message })).status;
}
assert.deepEqual(seen, {
  hello: "completed",
  data: "completed",
  ask: "input-required",
  auth: "auth-required",
  fail: "failed",
  reject: "rejected",
  throw: "failed",
  message: "completed",
});
const thrown = await tool.run({ message: "throw" });
assert(!JSON.stringify(thrown).includes("secret"), "a caller never sees the agent's exception");

const question = await tool.run({ message: "ask" });
assert(question.status === "input-required");
assert.equal(question.question, "Which colour?");
const answered = await tool.run({ message: "green", taskId: question.taskId });
assert(answered.status === "completed");
assert.match(answered.text, /green/);

const begun = await client.send("hang", { configuration: { returnImmediately: true } });
assert("task" in begun);
const canceled = await client.cancelTask(begun.task.id);
assert.equal(canceled.status.state, "TASK_STATE_CANCELED");

await assert.rejects(client.getTask("no-such-task"), (error) => isA2AError(error, "TASK_NOT_FOUND"));
await assert.rejects(connect("http://127.0.0.1:9", { maxRetries: 0 }), (error) => isLocalError(error, "NETWORK"));
