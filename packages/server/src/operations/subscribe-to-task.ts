import type { Answer } from "@a2a/bridge";
import { A2AError, isTerminal } from "@a2a/types";
import type { CallContext } from "../dispatch/call-context.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import { taskNotFound } from "./get-task.ts";
import { storedId } from "./task-output.ts";
import { streamTask } from "./task-stream.ts";

/** Follows a task until its end. With the number of the last event seen, nothing after it is missed. */
export async function subscribeToTask(server: ServerContext, context: CallContext<"subscribeToTask">): Promise<Answer> {
  const { engine } = server;
  const { scope, call, lastEventId } = context;
  const id = await storedId(context, (alias) => engine.resolveAlias(scope, alias), call.input.id);
  const current = await engine.get(scope, id, { historyLength: 0, artifacts: false });
  if (current === undefined) throw taskNotFound(call.input.id);
  if (isTerminal(current.state) && lastEventId === undefined) {
    throw new A2AError("UNSUPPORTED_OPERATION", "The task is over: read it instead of following it", {
      metadata: { taskId: call.input.id },
    });
  }
  const at = await engine.taskAt(scope, id, lastEventId ?? Number.MAX_SAFE_INTEGER);
  if (at === undefined) throw taskNotFound(call.input.id);
  return streamTask(server, context, { at, endsAt: () => false });
}
