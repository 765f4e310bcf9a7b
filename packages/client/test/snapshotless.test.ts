import { applyEvent, copyTask, type JsonObject, type Task } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { connect } from "../src/index.ts";
import { type Method, RpcError, sendEvent, serveAgentPeer, startStream } from "./support/agent-peer.ts";

const ids = { taskId: "t-1", contextId: "c-1" };
const chunks = 14;

/** The events that peers of 0.3 were recorded to send: a task, its state, chunks, its end. */
const story: JsonObject[] = [
  { kind: "task", id: "t-1", contextId: "c-1", status: { state: "submitted" } },
  { kind: "status-update", ...ids, status: { state: "working" }, final: false },
  ...Array.from({ length: chunks }, (_, n) => ({
    kind: "artifact-update",
    ...ids,
    artifact: { artifactId: "a", parts: [{ kind: "text", text: `#${n}` }] },
    append: n > 0,
  })),
  { kind: "status-update", ...ids, status: { state: "completed" }, final: true },
];

/** The task as the peer has it after so many events. */
function taskAfter(events: number): JsonObject {
  const shown = story.slice(1, events);
  const parts = shown.flatMap((event) =>
    event.kind === "artifact-update" ? (event.artifact as { parts: [] }).parts : [],
  );
  const states = shown.flatMap((event) => (event.kind === "status-update" ? [event.status] : []));
  return {
    kind: "task",
    id: "t-1",
    contextId: "c-1",
    status: states.at(-1) ?? { state: "submitted" },
    ...(parts.length > 0 && { artifacts: [{ artifactId: "a", parts }] }),
  };
}

/** A peer of 0.3 that cuts the first stream and resumes without a snapshot. One SDK gives its events random ids. */
function peer(cutAfter: number, resubscribe: "goes on" | "refuses" | "forgot", randomIds = false) {
  let progress = 0;
  const play = async (call: Parameters<Method>[0], response: Parameters<Method>[1], until: number) => {
    for (; progress < until; progress++) {
      sendEvent(response, call.id, story[progress], randomIds ? crypto.randomUUID() : undefined);
      await new Promise((resolve) => response.write("", resolve));
    }
  };
  return serveAgentPeer({
    card: (url) => ({
      protocolVersion: "0.3.0",
      name: "Peer",
      description: "Sends no snapshot to those who come back.",
      url,
      preferredTransport: "JSONRPC",
      version: "1",
      capabilities: { streaming: true },
      defaultInputModes: ["text/plain"],
      defaultOutputModes: ["text/plain"],
      skills: [],
    }),
    methods: {
      "message/stream": async (call, response) => {
        startStream(response);
        await play(call, response, cutAfter);
        response.destroy();
        return undefined;
      },
      "tasks/resubscribe": async (call, response) => {
        if (resubscribe === "refuses") {
          progress = story.length;
          throw new RpcError(-32602, "Task t-1 is in terminal state: completed");
        }
        if (resubscribe === "forgot") throw new RpcError(-32603, "toJson serializer and body must be provided");
        startStream(response);
        await play(call, response, story.length);
        response.end();
        return undefined;
      },
      "tasks/get": () => {
        if (resubscribe === "forgot") throw new RpcError(-32001, "Task not found: t-1");
        return taskAfter(progress);
      },
    },
  });
}

/** What a caller has that folds the events into a task. */
async function fold(url: string): Promise<Task | undefined> {
  const client = await connect(url, { retryDelayMs: 1, pollIntervalMs: 1, memory: new Map() });
  let task: Task | undefined;
  for await (const event of client.stream("go")) {
    if ("gap" in event) continue;
    if (!task && "task" in event) task = copyTask(event.task);
    else if (task) applyEvent(task, event);
  }
  return task;
}

describe.each([
  ["without event ids", false],
  ["with random event ids", true],
])("a peer that resumes a stream without a snapshot, %s", (_, randomIds) => {
  it.each(Array.from({ length: story.length - 1 }, (_, n) => n + 1))(
    "loses nothing when the stream is cut after event %i",
    async (cutAfter) => {
      await using agent = await peer(cutAfter, "goes on", randomIds);
      const task = await fold(agent.url);
      const texts = task?.artifacts?.[0]?.parts.map((part) => ("text" in part ? part.text : ""));
      expect([task?.status.state, texts]).toEqual([
        "TASK_STATE_COMPLETED",
        Array.from({ length: chunks }, (_, n) => `#${n}`),
      ]);
    },
  );

  it("is asked for the task when it refuses to resume because the task has ended", async () => {
    await using agent = await peer(5, "refuses", randomIds);
    const task = await fold(agent.url);
    expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
    expect(task?.artifacts?.[0]?.parts).toHaveLength(chunks);
  });

  it("is asked for the task when it cannot say that the task is gone (@a2a-js/sdk 0.3 over HTTP+JSON)", async () => {
    await using agent = await peer(5, "forgot", randomIds);
    await expect(fold(agent.url)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });
});
