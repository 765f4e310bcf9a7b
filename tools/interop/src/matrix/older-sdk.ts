import { setTimeout as pause } from "node:timers/promises";
import { type Held, LINES, MISHAP, QUESTION, REPLY, SLOW } from "./peer.ts";

interface Bus<Event> {
  publish(event: Event): void;
  finished(): void;
}

interface Turn {
  readonly userMessage: { parts: readonly unknown[] };
  readonly task?: unknown;
  readonly taskId: string;
  readonly contextId: string;
}

/** The agent of the matrix for the official servers of 0.2 and 0.3, which write the same objects with types of their own. */
export function olderExecutor<Event>(held: Held) {
  return {
    async execute({ userMessage, task, taskId, contextId }: Turn, bus: Bus<Event>): Promise<void> {
      // These objects follow both specifications; the matrix tests whether they are understood.
      const publish = (event: object) => bus.publish(event as Event);
      const update = (state: string, final: boolean, text?: string) =>
        publish({ kind: "status-update", taskId, contextId, status: statusOf(state, text), final });
      const artifact = (artifactId: string, parts: readonly unknown[], more: object = {}) =>
        publish({ kind: "artifact-update", taskId, contextId, artifact: { artifactId, parts }, ...more });
      const [first, ...rest] = userMessage.parts;
      const text = (first as { text?: string } | undefined)?.text ?? "";
      if (task) {
        artifact("answer", [textPart(`tides of ${text}`)]);
        update("completed", true);
        return bus.finished();
      }
      if (text === "message") {
        publish({ ...agentText(REPLY), contextId });
        return bus.finished();
      }
      publish({ kind: "task", id: taskId, contextId, status: statusOf("submitted"), history: [userMessage] });
      if (text === "ask") {
        update("input-required", true, QUESTION);
        return bus.finished();
      }
      if (text === "throw") throw new Error(MISHAP);
      update("working", false);
      if (text === "fail") {
        update("failed", true, "no water");
        return bus.finished();
      }
      if (text === "hold") await held.wait(taskId);
      if (canceled.delete(taskId)) return bus.finished();
      if (text === "echo") artifact("echo", rest);
      const chunks = text === "echo" ? [] : text === "slow" ? SLOW : LINES;
      for (const [index, chunk] of chunks.entries()) {
        if (text === "steps" && index > 0) await held.wait(taskId);
        if (text === "slow") await pause(100);
        artifact("tides", [textPart(chunk)], { append: index > 0, lastChunk: index === chunks.length - 1 });
      }
      update("completed", true);
      bus.finished();
    },
    async cancelTask(taskId: string, bus: Bus<Event>): Promise<void> {
      canceled.add(taskId);
      const event = { kind: "status-update", taskId, contextId: taskId, status: statusOf("canceled"), final: true };
      bus.publish(event as Event); // as above
      held.letGo(taskId);
    },
  };
}

const canceled = new Set<string>();

function statusOf(state: string, text?: string) {
  return { state, timestamp: new Date().toISOString(), ...(text && { message: agentText(text) }) };
}

function agentText(text: string) {
  return { kind: "message", messageId: crypto.randomUUID(), role: "agent", parts: [textPart(text)] };
}

function textPart(text: string) {
  return { kind: "text", text };
}
