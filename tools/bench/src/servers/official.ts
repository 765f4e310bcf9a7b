import { createServer } from "node:http";
import { setImmediate } from "node:timers/promises";
import express from "express";
import { AgentCard, TaskState } from "sdk-v1_0";
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from "sdk-v1_0/server";
import { jsonRpcHandler, UserBuilder } from "sdk-v1_0/server/express";
import { CHUNK, chunksOf } from "./chunks.ts";
import { listenAndReport } from "./report.ts";

// The official SDK 1.3 with Express, as its documentation has it, and the same agent.
const part = (value: string) => ({
  content: { $case: "text" as const, value },
  metadata: undefined,
  filename: "",
  mediaType: "",
});

let go = Promise.withResolvers<void>();

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const [first] = userMessage.parts;
    const text = first?.content?.$case === "text" ? first.content.value : "";
    const status = (state: TaskState) => ({ state, message: undefined, timestamp: new Date().toISOString() });
    const ids = { taskId, contextId, metadata: undefined };
    const task = { id: taskId, contextId, artifacts: [], history: [userMessage], metadata: undefined };
    const chunk = (value: string, append: boolean) => {
      const artifact = {
        artifactId: "echo",
        name: "echo",
        description: "",
        parts: [part(value)],
        metadata: undefined,
        extensions: [],
      };
      bus.publish(AgentEvent.artifactUpdate({ ...ids, artifact, append, lastChunk: false }));
    };
    bus.publish(AgentEvent.task({ ...task, status: status(TaskState.TASK_STATE_SUBMITTED) }));
    bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_WORKING) }));
    const chunks = chunksOf(text);
    if (chunks?.waits) await go.promise;
    if (text === "go") {
      go.resolve();
      go = Promise.withResolvers();
    }
    for (let n = 0; n < (chunks?.count ?? 1); n++) {
      if (chunks && !chunks.burst) await setImmediate();
      chunk(chunks ? CHUNK : text, n > 0);
    }
    bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_COMPLETED) }));
    bus.finished();
  },
  async cancelTask() {},
};

const card = AgentCard.fromJSON({
  name: "Echo",
  description: "Says the same.",
  version: "1.0.0",
  supportedInterfaces: [{ url: "http://127.0.0.1/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "echo", name: "Echo", description: "Says the same", tags: ["echo"] }],
});
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
const options = { requestHandler, userBuilder: UserBuilder.noAuthentication };
const app = express();
app.use("/a2a", jsonRpcHandler(options));
listenAndReport(createServer(app));
