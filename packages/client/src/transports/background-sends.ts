import { isA2AError, pause, type SendMessageRequest, type SendMessageResponse, type Task } from "@a2a/types";
import { LruMap } from "@a2a/types/internal";
import type { CallOptions, Transport } from "./transport.ts";
import { isAboutUnknownTask } from "./unknown-task.ts";

/** A send that continues in the background, and its outcome. */
interface Sending {
  readonly task: Task;
  outcome?: { response: SendMessageResponse } | { error: unknown };
}

/** How long a peer gets to answer before the send continues in the background. */
const ANSWER_MS = 1_000;

/**
 * A transport whose sends may return at once, over one whose peer knows no such wish, as those of 0.1. Some of these peers answer at
 * once, and others when the task has ended: after a second the send continues in the background, and the caller gets a task that is
 * submitted. Until the peer knows the task, reading it tells how the send stands.
 */
export function withBackgroundSends(transport: Transport): Transport {
  const sendings = new LruMap<Sending>(100);

  async function start(request: SendMessageRequest, options: CallOptions): Promise<SendMessageResponse> {
    const { configuration: { returnImmediately: _, ...configuration } = {}, ...rest } = request;
    const { message } = request;
    const task: Task = {
      // The peer requires an id, so send this one.
      id: message.taskId ?? message.messageId,
      ...(message.contextId !== undefined && { contextId: message.contextId }),
      status: { state: "TASK_STATE_SUBMITTED" },
      history: [message],
    };
    const sending: Sending = { task };
    sendings.set(task.id, sending);
    // The call that started it, and its signal, have ended before that.
    const { signal, ...background } = options;
    const sent = transport.unary("sendMessage", { ...rest, configuration }, background).then(
      (response) => (sending.outcome = { response }),
      (error: unknown) => (sending.outcome = { error }),
    );
    const answered = new AbortController();
    await Promise.race([sent, pause(ANSWER_MS, AbortSignal.any([answered.signal, ...(signal ? [signal] : [])]))]);
    answered.abort();
    const { outcome } = sending;
    if (outcome === undefined) return { task };
    if ("error" in outcome) throw outcome.error;
    return outcome.response;
  }

  async function read(id: string, asked: Promise<Task>): Promise<Task> {
    try {
      return await asked;
    } catch (error) {
      const sending = sendings.get(id);
      const codes = ["TASK_NOT_FOUND", "METHOD_NOT_FOUND"] as const;
      const unknown = codes.some((code) => isA2AError(error, code)) || isAboutUnknownTask(error, id);
      if (sending === undefined || !unknown) throw error;
      const { outcome, task } = sending;
      if (outcome === undefined) return task;
      if ("error" in outcome) throw outcome.error;
      return "task" in outcome.response ? outcome.response.task : completedBy(task, outcome.response);
    }
  }

  return {
    ...transport,
    async unary(operation, input, options = {}) {
      // The name of an operation tells the types of its input and output, which TypeScript does not follow.
      if (operation === "sendMessage" && (input as SendMessageRequest).configuration?.returnImmediately) {
        return start(input as SendMessageRequest, options) as Awaited<
          ReturnType<typeof transport.unary<typeof operation>>
        >;
      }
      const answer = transport.unary(operation, input, options);
      if (operation !== "getTask") return answer;
      return read((input as { id: string }).id, answer as Promise<Task>) as typeof answer;
    },
  };
}

function completedBy(
  task: Task,
  { message }: SendMessageResponse & { message: NonNullable<Task["status"]["message"]> },
): Task {
  return { ...task, status: { state: "TASK_STATE_COMPLETED", message } };
}
