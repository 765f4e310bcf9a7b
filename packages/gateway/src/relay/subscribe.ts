import type { Performed } from "@a2a/server/backend-kit";
import { A2AError, isTerminal, type StreamResponse } from "@a2a/types";
import { NoRoomError } from "../agents/agent-http.ts";
import { callOptions, type Relay, type RelayedCall } from "./relay-context.ts";
import { relayStream } from "./relay-stream.ts";
import { requireOwn } from "./task-ownership.ts";
import { peek } from "./task-view.ts";

/**
 * Follows a task of an agent. Subscribing to a task that has ended is an error (specification 3.1.6), where a client would read it
 * instead. The first event tells in most cases: asking for the task beforehand would read a large one twice.
 */
export async function subscribe(relay: Relay, context: RelayedCall<"subscribeToTask">): Promise<Performed> {
  const { input, lastEventId, taskAlias } = context.call;
  await requireOwn(relay, context, input.id);
  const options = await callOptions(relay, context);
  const open = (more: Retrying = {}, onEvent?: (event: StreamResponse) => void) =>
    relayStream(
      relay,
      context,
      (asked) => relay.link.stream("subscribeToTask", input, { ...options, ...asked, ...more }),
      onEvent,
    );
  if (lastEventId !== undefined) return open();
  const ended = () => new TaskEnded(taskAlias ?? input.id);
  let isFirst = true;
  const onEvent = (event: StreamResponse) => {
    if (isFirst && "task" in event && isTerminal(event.task.status.state)) throw ended();
    isFirst = false;
  };
  let isBroken = false;
  const onRetry = (_: number, error: unknown) => {
    isBroken = true;
    throw error;
  };
  try {
    return await open({ onRetry }, onEvent);
  } catch (error) {
    if (context.signal.aborted || error instanceof NoRoomError || error instanceof TaskEnded) throw error;
    // Agents refuse to stream a task that has ended in words of their own, or close the stream at once.
    if (isTerminal((await peek(relay, input, options)).status.state)) throw ended();
    if (!isBroken) throw error;
    return open({}, onEvent);
  }
}

interface Retrying {
  readonly onRetry?: (retry: number, error: unknown) => void;
}

class TaskEnded extends A2AError {
  constructor(taskId: string) {
    super("UNSUPPORTED_OPERATION", "The task has ended: read it instead of subscribing to it", {
      metadata: { taskId },
    });
  }
}
