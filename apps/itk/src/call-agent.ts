import { type AgentClient, connect, type FollowedEvent } from "@a2a/client";
import { grpc } from "@a2a/grpc/client";
import { createMessage, type Message, type Task, textOf } from "@a2a/types";
import type { CallAgent } from "./instruction.ts";

/** The mark of an agent that holds its task: it has said everything. */
export const FINISHED = "task-finished";

/** Calls an agent as instructed, and returns the texts of its answer. */
export async function callAgent(call: CallAgent, signal: AbortSignal): Promise<string[]> {
  const agent = await connect(call.agentCardUri, { bindings: [bindingOf(call.transport)], signal });
  try {
    const message = createMessage([
      { raw: Buffer.from(call.instruction).toString("base64"), filename: "instruction.bin", mediaType: PROTOBUF },
    ]);
    if (call.behavior === "resubscribe") return await resubscribe(agent, message, signal);
    const configuration = call.behavior === "push" ? { taskPushNotificationConfig: webhookAt(call.notifications) } : {};
    if (call.streaming) return await textsOf(agent.stream(message, { configuration, signal }));
    const answer = await agent.send(message, { configuration, signal });
    return "task" in answer ? saidIn(answer.task.status.message) : saidIn(answer.message);
  } finally {
    await agent.close();
  }
}

/** The media type of an instruction. */
export const PROTOBUF = "application/x-protobuf";

function bindingOf(transport: string) {
  switch (transport.toLowerCase()) {
    case "jsonrpc":
      return "JSONRPC";
    case "http_json":
    case "http+json":
    case "rest":
      return "HTTP+JSON";
    case "grpc":
      return grpc;
    default:
      throw new Error(`transport "${transport}" is not supported; supported: jsonrpc, http_json, grpc`);
  }
}

function webhookAt(address: string) {
  const url = /^https?:/.test(address) ? address : `http://${address}`;
  return { url: `${url}/notifications`, token: "itk-token" };
}

/** Leaves the stream of a task as soon as the task is known, joins it again until the agent has finished, and cancels the task. */
async function resubscribe(agent: AgentClient, message: Message, signal: AbortSignal): Promise<string[]> {
  let id: string | undefined;
  for await (const event of agent.stream(message, { signal })) {
    id = taskIdOf(event);
    if (id !== undefined) break;
  }
  if (id === undefined) throw new Error("the stream did not begin with a task");
  const texts: string[] = [];
  for await (const event of agent.subscribe(id, { signal })) {
    const said = saidBy(event);
    texts.push(...said.map((text) => text.replaceAll(FINISHED, "").trim()).filter((text) => text !== ""));
    if (said.some((text) => text.includes(FINISHED))) break;
  }
  await agent.cancelTask(id, { signal });
  return texts;
}

async function textsOf(events: AsyncIterable<FollowedEvent>): Promise<string[]> {
  const texts: string[] = [];
  for await (const event of events) texts.push(...saidBy(event));
  return texts;
}

function taskIdOf(event: FollowedEvent): string | undefined {
  if ("task" in event) return event.task.id;
  if ("statusUpdate" in event) return event.statusUpdate.taskId;
  return "artifactUpdate" in event ? event.artifactUpdate.taskId : undefined;
}

function saidBy(event: FollowedEvent): string[] {
  if ("task" in event) return saidInTask(event.task);
  if ("statusUpdate" in event) return saidIn(event.statusUpdate.status.message);
  return "message" in event ? saidIn(event.message) : [];
}

/** An agent that said something before the task was joined has it in its history. */
function saidInTask({ history = [], status }: Task): string[] {
  const earlier = history.filter(
    ({ role, messageId }) => role === "ROLE_AGENT" && messageId !== status.message?.messageId,
  );
  return [...earlier, status.message].flatMap(saidIn);
}

function saidIn(message: Message | undefined): string[] {
  const text = message === undefined ? "" : textOf(message);
  return text === "" ? [] : [text];
}
