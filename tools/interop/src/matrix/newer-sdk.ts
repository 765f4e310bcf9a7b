import { setTimeout as pause } from "node:timers/promises";
import { type Message, Role, TaskState } from "sdk-v1_0";
import { AgentEvent, type AgentExecutor } from "sdk-v1_0/server";
import { type Held, LINES, LONG, MISHAP, PAUSES, QUESTION, REPLY, SLOW } from "./peer.ts";

type Part = Message["parts"][number];

/** The agent of the matrix for the official server of 1.0. */
export function newerExecutor(held: Held): AgentExecutor {
  const canceled = new Set<string>();
  return {
    async execute({ userMessage, task, taskId, contextId }, bus) {
      const ids = { taskId, contextId, metadata: undefined };
      const update = (state: TaskState, text?: string) =>
        bus.publish(
          AgentEvent.statusUpdate({ ...ids, status: statusOf(state, text && agentText(text, taskId, contextId)) }),
        );
      const artifact = (artifactId: string, parts: Part[], append = false, lastChunk = true) => {
        const empty = { name: "", description: "", metadata: undefined, extensions: [] };
        bus.publish(
          AgentEvent.artifactUpdate({ ...ids, artifact: { ...empty, artifactId, parts }, append, lastChunk }),
        );
      };
      const [first, ...rest] = userMessage.parts;
      const text = first?.content?.$case === "text" ? first.content.value : "";
      if (task) {
        bus.publish(AgentEvent.task(task));
        artifact("answer", [textPart(`tides of ${text}`)]);
        update(TaskState.TASK_STATE_COMPLETED);
        return bus.finished();
      }
      if (text === "message") {
        bus.publish(AgentEvent.message(agentText(REPLY, "", contextId)));
        return bus.finished();
      }
      const status = statusOf(TaskState.TASK_STATE_SUBMITTED);
      bus.publish(
        AgentEvent.task({ id: taskId, contextId, status, artifacts: [], history: [userMessage], metadata: undefined }),
      );
      if (text === "ask") {
        update(TaskState.TASK_STATE_INPUT_REQUIRED, QUESTION);
        return bus.finished();
      }
      if (text === "throw") throw new Error(MISHAP);
      update(TaskState.TASK_STATE_WORKING);
      if (text === "fail") {
        update(TaskState.TASK_STATE_FAILED, "no water");
        return bus.finished();
      }
      if (text === "hold") await held.wait(taskId);
      if (canceled.delete(taskId)) return bus.finished();
      if (text === "echo") artifact("echo", rest);
      const chunks = text === "echo" ? [] : text === "slow" ? SLOW : text === "long" ? LONG : LINES;
      const pauseMs = PAUSES[text];
      for (const [index, chunk] of chunks.entries()) {
        if (text === "steps" && index > 0) await held.wait(taskId);
        if (pauseMs !== undefined) await pause(pauseMs);
        artifact("tides", [textPart(chunk)], index > 0, index === chunks.length - 1);
      }
      update(TaskState.TASK_STATE_COMPLETED);
      bus.finished();
    },
    async cancelTask(taskId, bus) {
      canceled.add(taskId);
      const status = statusOf(TaskState.TASK_STATE_CANCELED);
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId: taskId, metadata: undefined, status }));
      held.letGo(taskId);
    },
  };
}

function statusOf(state: TaskState, message?: Message | "") {
  return { state, message: message || undefined, timestamp: new Date().toISOString() };
}

function agentText(text: string, taskId: string, contextId: string): Message {
  return {
    messageId: crypto.randomUUID(),
    role: Role.ROLE_AGENT,
    parts: [textPart(text)],
    taskId,
    contextId,
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

function textPart(text: string): Part {
  return { content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" };
}
