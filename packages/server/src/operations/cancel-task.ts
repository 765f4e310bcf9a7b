import type { PerformedOnce } from "../dispatch/call.ts";
import type { CallContext } from "../dispatch/call-context.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import { toOutput, viewFor } from "./task-output.ts";

/** Cancels a task; a canceled one is returned as it is. */
export async function cancelTask(
  { engine }: ServerContext,
  context: CallContext<"cancelTask">,
): Promise<PerformedOnce<"cancelTask">> {
  const { id, metadata } = context.call.input;
  const view = viewFor(context, undefined);
  const stored = await engine.cancel(context.scope, id, { ...(metadata && { metadata }), view });
  return { output: toOutput(stored) };
}
