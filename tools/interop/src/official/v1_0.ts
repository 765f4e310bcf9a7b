import { v1_0 } from "@a2a/bridge/v1_0";
import express from "express";
import { AgentCard, type Artifact, type Message, Role, TaskState } from "sdk-v1_0";
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from "sdk-v1_0/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "sdk-v1_0/server/express";
import { type Served, serve } from "../loopback.ts";
import { sampleCard } from "../samples.ts";

/** The official server of 1.0, which also speaks 0.3, with an agent that gives back what it gets, and the card we wrote. */
export async function serveOfficial(): Promise<Served> {
  const holds = new Map<string, () => void>();
  const executor: AgentExecutor = {
    async execute({ userMessage, taskId, contextId }, bus) {
      const [first, ...rest] = userMessage.parts;
      const text = first?.content?.$case === "text" ? first.content.value : undefined;
      if (text === "message") {
        bus.publish(AgentEvent.message(answerTo(userMessage, taskId, contextId)));
        bus.finished();
        return;
      }
      const status = (state: TaskState) => ({ state, message: undefined, timestamp: new Date().toISOString() });
      const ids = { taskId, contextId, metadata: undefined };
      const task = { id: taskId, contextId, artifacts: [], history: [userMessage], metadata: undefined };
      bus.publish(AgentEvent.task({ ...task, status: status(TaskState.TASK_STATE_SUBMITTED) }));
      bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_WORKING) }));
      if (text === "hold") {
        await new Promise<void>((resolve) => holds.set(taskId, resolve));
      } else {
        const chunk = (parts: Message["parts"], append: boolean) =>
          bus.publish(
            AgentEvent.artifactUpdate({ ...ids, artifact: artifact(userMessage, parts), append, lastChunk: append }),
          );
        chunk(first === undefined ? [] : [first], false);
        chunk(rest, true);
        bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_COMPLETED) }));
      }
      bus.finished();
    },
    async cancelTask(taskId, bus) {
      const status = { state: TaskState.TASK_STATE_CANCELED, message: undefined, timestamp: new Date().toISOString() };
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId: taskId, metadata: undefined, status }));
      holds.get(taskId)?.();
    },
  };
  const app = express();
  const served = await serve(app);
  const card = AgentCard.fromJSON(v1_0.card.encode(sampleCard(served.url)) as object);
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat: { enabled: true } };
  app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
  app.use("/rpc", jsonRpcHandler(options));
  app.use("/rest", restHandler(options));
  return served;
}

function answerTo(message: Message, taskId: string, contextId: string): Message {
  return { ...message, role: Role.ROLE_AGENT, messageId: `re ${taskId}`, contextId };
}

function artifact({ metadata }: Message, parts: Message["parts"]): Artifact {
  return { artifactId: "echo", name: "echo", description: "", parts, metadata, extensions: [] };
}
