interface Bus<Event> {
  publish(event: Event): void;
  finished(): void;
}

interface Turn {
  readonly userMessage: { parts: readonly unknown[]; metadata?: Record<string, unknown> };
  readonly taskId: string;
  readonly contextId: string;
}

/**
 * An agent for the official servers of 0.2 and 0.3, which write the same objects with different types. Depends on the first text of
 * the message: `message` returns a message, `hold` runs until it is canceled, and everything else is echoed in an
 * artifact of two chunks, with the metadata of the message.
 */
export function echoExecutor<Event>() {
  const holds = new Map<string, () => void>();
  return {
    async execute(turn: Turn, bus: Bus<Event>): Promise<void> {
      // These objects follow both specifications; the tests check whether they are understood.
      const publish = (event: object) => bus.publish(event as Event);
      const { parts, metadata } = turn.userMessage;
      const { taskId, contextId } = turn;
      const [first, ...rest] = parts;
      const text = (first as { text?: string } | undefined)?.text;
      if (text === "message") {
        publish({ ...turn.userMessage, role: "agent", messageId: `re ${taskId}`, contextId });
        return bus.finished();
      }
      publish({ kind: "task", id: taskId, contextId, status: status("submitted"), history: [turn.userMessage] });
      publish({ kind: "status-update", taskId, contextId, status: status("working"), final: false });
      if (text === "hold") {
        await new Promise<void>((resolve) => holds.set(taskId, resolve));
        return bus.finished();
      }
      const chunk = (content: unknown[], more: object) => {
        const artifact = { artifactId: "echo", name: "echo", parts: content, ...(metadata && { metadata }) };
        publish({ kind: "artifact-update", taskId, contextId, artifact, ...more });
      };
      chunk(first === undefined ? [] : [first], {});
      chunk(rest, { append: true, lastChunk: true });
      publish({ kind: "status-update", taskId, contextId, status: status("completed"), final: true });
      bus.finished();
    },
    async cancelTask(taskId: string, bus: Bus<Event>): Promise<void> {
      const event = { kind: "status-update", taskId, contextId: taskId, status: status("canceled"), final: true };
      bus.publish(event as Event); // as above
      holds.get(taskId)?.();
    },
  };
}

function status(state: string) {
  return { state, timestamp: new Date().toISOString() };
}
