import type { Performed } from "@a2a/server/backend-kit";
import { A2AError, isTerminal } from "@a2a/types";
import { NoRoomError } from "../agents/answer-budget.ts";
import type { LinkOptions } from "../agents/link-types.ts";
import { callOptions, type Relay, type RelayedCall } from "./relay-context.ts";
import { type RelayedStream, relayStream } from "./relay-stream.ts";
import { requireOwn } from "./task-ownership.ts";
import { peek } from "./task-view.ts";

/**
 * Follows a task of an agent. Subscribing to a task that has ended is an error (specification 3.1.6), although a client would
 * just read it. The first event usually shows that; asking for the task beforehand would read a large one twice.
 */
export async function subscribe(relay: Relay, context: RelayedCall<"subscribeToTask">): Promise<Performed> {
  const { input, lastEventId, taskAlias } = context.call;
  await requireOwn(relay, context, input.id);
  const options = await callOptions(relay, context);
  const open = (more: Pick<LinkOptions, "retry"> = {}) =>
    relayStream(relay, context, (asked) =>
      relay.link.open("subscribeToTask", input, { ...options, ...asked, ...more }),
    );
  if (lastEventId !== undefined) return { batches: (await open()).batches };
  const ended = () => taskEnded(taskAlias ?? input.id);
  let isBroken = false;
  const retry = () => {
    isBroken = true;
    return false;
  };
  let stream: RelayedStream;
  try {
    stream = await open({ retry });
  } catch (error) {
    if (context.signal.aborted || error instanceof NoRoomError) throw error;
    // Agents refuse to stream a task that has ended in words of their own, or close the stream at once.
    if (isTerminal((await peek(relay, input, options)).status.state)) throw ended();
    if (!isBroken) throw error;
    stream = await open();
  }
  const { first } = stream;
  if (!first || !("task" in first) || !isTerminal(first.task.status.state)) return { batches: stream.batches };
  await stream.close();
  throw ended();
}

function taskEnded(taskId: string): A2AError {
  return new A2AError("UNSUPPORTED_OPERATION", "The task has ended: read it instead of subscribing to it", {
    metadata: { taskId },
  });
}
