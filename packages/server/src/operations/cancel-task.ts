import type { Answer } from "@a2a/bridge";
import type { CallContext } from "../dispatch/call-context.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import { storedId, toOutput, viewFor } from "./task-output.ts";

/** Cancels a task; a canceled one is returned as it is. */
export async function cancelTask({ engine }: ServerContext, context: CallContext<"cancelTask">): Promise<Answer> {
  const { scope, call, reply } = context;
  const { id: wanted, metadata } = call.input;
  const id = await storedId(context, (alias) => engine.resolveAlias(scope, alias), wanted);
  const stored = await engine.cancel(scope, id, { ...(metadata && { metadata }), view: viewFor(context, undefined) });
  return reply.result(call, toOutput(context, stored));
}
