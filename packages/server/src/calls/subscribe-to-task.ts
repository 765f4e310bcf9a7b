import { A2AError, isTerminal, taskNotFound } from "@a2a/types";
import type { CallContext, PerformedStream } from "./call.ts";
import type { ServerContext } from "./server-context.ts";
import { streamTask } from "./task-stream.ts";

/** Follows a task until its end. With the number of the last event seen, nothing after it is missed. */
export async function subscribeToTask(
  server: ServerContext,
  context: CallContext<"subscribeToTask">,
): Promise<PerformedStream> {
  const { engine } = server;
  const { scope, call } = context;
  const { id } = call.input;
  const current = await engine.summary(scope, id);
  if (current === undefined) throw taskNotFound(id);
  if (isTerminal(current.state) && call.lastEventId === undefined) {
    throw new A2AError("UNSUPPORTED_OPERATION", "The task has ended: read it instead of subscribing to it", {
      metadata: { taskId: call.taskAlias ?? id },
    });
  }
  const at = await engine.taskAt(scope, id, call.lastEventId ?? Number.MAX_SAFE_INTEGER);
  if (at === undefined) throw taskNotFound(id);
  return streamTask(server, context, at, () => false);
}
