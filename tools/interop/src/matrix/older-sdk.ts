import { type Held, LINES, MISHAP, QUESTION } from "./peer.ts";

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
      const chunk = (artifactId: string, text: string, more: object = {}) =>
        publish({
          kind: "artifact-update",
          taskId,
          contextId,
          artifact: { artifactId, parts: [{ kind: "text", text }] },
          ...more,
        });
      const [first] = userMessage.parts;
      const text = (first as { text?: string } | undefined)?.text ?? "";
      if (task) {
        chunk("answer", `tides of ${text}`);
        update("completed", true);
        return bus.finished();
      }
      publish({ kind: "task", id: taskId, contextId, status: statusOf("submitted"), history: [userMessage] });
      if (text === "ask") {
        update("input-required", true, QUESTION);
        return bus.finished();
      }
      if (text === "throw") throw new Error(MISHAP);
      update("working", false);
      if (text === "hold") await held.wait(taskId);
      if (canceled.delete(taskId)) return bus.finished();
      for (const [index, line] of LINES.entries()) {
        if (text === "steps" && index > 0) await held.wait(taskId);
        chunk("tides", line, { append: index > 0, lastChunk: index === LINES.length - 1 });
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
  const message = text && {
    kind: "message",
    messageId: crypto.randomUUID(),
    role: "agent",
    parts: [{ kind: "text", text }],
  };
  return { state, timestamp: new Date().toISOString(), ...(message && { message }) };
}
