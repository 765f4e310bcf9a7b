import type { Answer } from "@a2a/bridge";
import { A2AError } from "@a2a/types";
import type { CallContext } from "../dispatch/call-context.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import { storedId, toOutput, viewFor } from "./task-output.ts";

/** Reads a task. */
export async function getTask({ engine }: ServerContext, context: CallContext<"getTask">): Promise<Answer> {
  const { scope, call, reply } = context;
  const { id: wanted, historyLength } = call.input;
  const id = await storedId(context, (alias) => engine.resolveAlias(scope, alias), wanted);
  const stored = await engine.get(scope, id, viewFor(context, historyLength));
  if (stored === undefined) throw taskNotFound(wanted);
  return reply.result(call, toOutput(context, stored));
}

/** Missing and foreign tasks look the same. */
export function taskNotFound(id: string): A2AError {
  return new A2AError("TASK_NOT_FOUND", undefined, { metadata: { taskId: id.slice(0, 200) } });
}
