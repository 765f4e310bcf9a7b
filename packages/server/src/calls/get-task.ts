import { taskNotFound } from "@a2a/types";
import type { CallContext, PerformedOnce } from "./call.ts";
import type { ServerContext } from "./server-context.ts";
import { toOutput, viewFor } from "./task-output.ts";

/** Reads a task. */
export async function getTask(
  { engine }: ServerContext,
  context: CallContext<"getTask">,
): Promise<PerformedOnce<"getTask">> {
  const { id, historyLength } = context.call.input;
  let uncount: (() => void) | undefined;
  try {
    const stored = await engine.get(context.scope, id, viewFor(context, historyLength), async (size) => {
      uncount = await context.call.countAnswer?.(size, context.caller);
    });
    if (stored === undefined) throw taskNotFound(id);
    return { output: toOutput(stored), size: stored.size, uncount };
  } catch (error) {
    uncount?.();
    throw error;
  }
}
