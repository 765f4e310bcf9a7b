import { prepend } from "@a2a/bridge/internal/streams";
import {
  A2AError,
  applyEvent,
  copyTask,
  type SendMessageRequest,
  type SendMessageResponse,
  type Task,
} from "@a2a/types";
import type { AgentLink } from "../agents/agent-link.ts";
import type { LinkOptions, LinkStream } from "../agents/link-types.ts";

/**
 * Sends a message and waits for the end of its task, or for a limited time, and then answers with the current task. The message is sent as a stream, since only that tells the id of a task that has not ended.
 */
export async function sendBounded(
  link: AgentLink,
  request: SendMessageRequest,
  options: LinkOptions,
  limitMs: number | undefined,
  onTask: (task: Task) => Promise<unknown>,
): Promise<SendMessageResponse> {
  const stop = new AbortController();
  const timer = limitMs === undefined ? undefined : setTimeout(() => stop.abort(), limitMs);
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  let task: Task | undefined;
  let opened: LinkStream | undefined;
  try {
    opened = await link.open("sendStreamingMessage", request, { ...options, signal });
    for await (const event of prepend(opened)) {
      if ("gap" in event) continue;
      if (event.message) return { message: event.message };
      // The caller may ask for a task that it has named itself before it was answered.
      if ("task" in event && task === undefined) await onTask(event.task);
      if ("task" in event) task = copyTask(event.task);
      else if (task) applyEvent(task, event);
    }
  } catch (error) {
    if (!stop.signal.aborted || task === undefined) throw opened ? opened.judged(error) : error;
  } finally {
    opened?.leave();
    clearTimeout(timer);
  }
  if (task === undefined) {
    throw new A2AError("INVALID_AGENT_RESPONSE", `Agent ${link.name} ended its stream without a task`);
  }
  const { historyLength = 0 } = request.configuration ?? {};
  return { task: historyLength > 0 ? await link.call("getTask", { id: task.id, historyLength }, options) : task };
}
