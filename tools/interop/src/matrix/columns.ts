import type { AgentClient, FollowedEvent } from "@a2a/client";
import { createMessage, extractQuestion, extractText, foldEvents, type StreamResponse, type Task } from "@a2a/types";
import { until } from "../until.ts";
import { serveReceiver } from "../webhook-receiver.ts";
import { LINES, type MatrixPeer, QUESTION } from "./peer.ts";

/** The features tested with every agent. Each throws on failure. */
export const columns: Readonly<Record<string, (client: AgentClient, peer: MatrixPeer) => Promise<void>>> = {
  send: async (client) => {
    const answer = await client.send("tides");
    if (!("task" in answer)) throw new Error("expected a task");
    same(answer.task.status.state, "TASK_STATE_COMPLETED");
    same(extractText(answer.task), LINES.join("\n"));
  },
  stream: async (client) => {
    const events = await collect(client.stream("tides"));
    same(
      events.some((event) => "gap" in event),
      false,
    );
    const chunks = events.flatMap((event) => ("artifactUpdate" in event ? event.artifactUpdate.artifact.parts : []));
    same(chunks.map((part) => ("text" in part ? part.text : "")).join("|"), LINES.join("|"));
    same(folded(events).status.state, "TASK_STATE_COMPLETED");
  },
  get: async (client) => {
    const answer = await client.send("tides");
    const { id } = taskIn(answer);
    const task = await client.getTask(id);
    same(task.id, id);
    same(extractText(task), LINES.join("\n"));
    const missing = await client.getTask("no-such-task").catch((error: { code?: string }) => error);
    same((missing as { code?: string }).code, "TASK_NOT_FOUND");
  },
  cancel: async (client) => {
    const { id } = await started(client);
    await client.cancelTask(id);
    await until(async () => (await client.getTask(id)).status.state === "TASK_STATE_CANCELED");
  },
  resubscribe: async (client, peer) => {
    const { id } = await started(client);
    const events: FollowedEvent[] = [];
    for await (const event of client.subscribe(id)) {
      if (events.length === 0) peer.release();
      events.push(event);
    }
    const task = folded(events);
    same(task.status.state, "TASK_STATE_COMPLETED");
    same(extractText(task), LINES.join("\n"));
  },
  "input required": async (client) => {
    const asked = await client.sendAndObserve("ask");
    same(asked.status, "input-required");
    same(asked.task && extractQuestion(asked.task), QUESTION);
    const taskId = asked.task?.id ?? "";
    const contextId = asked.task?.contextId;
    const message = createMessage("Kiel", { taskId, ...(contextId !== undefined && { contextId }) });
    const answered = await client.sendAndObserve(message);
    same(answered.status, "completed");
    same(answered.task && extractText(answered.task), "tides of Kiel");
  },
  push: async (client) => {
    if (client.card.capabilities.pushNotifications === false)
      throw new Error("the card says that there are no webhooks");
    const seen: StreamResponse[] = [];
    await using hook = await serveReceiver({ token: "tok", onEvent: ({ event }) => void seen.push(event) });
    const taskPushNotificationConfig = { url: hook.url, token: "tok" };
    await client.send("tides", { configuration: { taskPushNotificationConfig } });
    await until(async () => seen.some((event) => stateIn(event) === "TASK_STATE_COMPLETED"));
  },
};

/** A task that runs until it is released. */
async function started(client: AgentClient): Promise<Task> {
  const { id } = taskIn(await client.send("hold", { configuration: { returnImmediately: true } }));
  await until(async () => (await client.getTask(id)).status.state === "TASK_STATE_WORKING");
  return client.getTask(id);
}

async function collect(events: AsyncIterable<FollowedEvent>): Promise<FollowedEvent[]> {
  const all: FollowedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function folded(events: readonly FollowedEvent[]): Task {
  const task = foldEvents(events.flatMap((event) => ("gap" in event ? [] : [event])));
  if (task === undefined) throw new Error("expected a task");
  return task;
}

function taskIn(answer: Awaited<ReturnType<AgentClient["send"]>>): Task {
  if ("task" in answer) return answer.task;
  throw new Error("expected a task, found a message");
}

function stateIn(event: StreamResponse): string | undefined {
  if ("task" in event) return event.task.status.state;
  return "statusUpdate" in event ? event.statusUpdate.status.state : undefined;
}

function same(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
}
