import { A2AError } from "@a2a/types";
import type { Scope, TaskEngine } from "../engine/port/task-engine.ts";
import type { CallContext, PerformedOnce } from "./call.ts";
import type { ServerContext } from "./server-context.ts";
import { toOutput, viewFor } from "./task-output.ts";

/** Cancels a task; a canceled one is returned as it is, unless the protocol version of the caller refuses that. */
export async function cancelTask(
  { engine }: ServerContext,
  context: CallContext<"cancelTask">,
): Promise<PerformedOnce<"cancelTask">> {
  const { id, metadata } = context.call.input;
  const view = viewFor(context, undefined);
  if (context.call.codec.refusesRepeatedCancel) await refuseRepeated(engine, context.scope, id);
  const stored = await engine.cancel(context.scope, id, { ...(metadata && { metadata }), view });
  return { output: toOutput(stored), size: stored.size };
}

async function refuseRepeated(engine: TaskEngine, scope: Scope, id: string): Promise<void> {
  const task = await engine.summary(scope, id);
  if (task?.state !== "TASK_STATE_CANCELED") return;
  throw new A2AError("TASK_NOT_CANCELABLE", `task ${id} has already been canceled`, { metadata: { taskId: id } });
}
