import { Serialized } from "@a2a/bridge";
import { acceptMessage } from "./accept-message.ts";
import type { CallContext, PerformedOnce } from "./call.ts";
import type { ServerContext } from "./server-context.ts";
import { viewFor } from "./task-output.ts";

/** Starts or continues a task, and waits for its end or a question unless the caller wants to return immediately. */
export async function sendMessage(
  server: ServerContext,
  context: CallContext<"sendMessage">,
): Promise<PerformedOnce<"sendMessage">> {
  const { input, codec } = context.call;
  const returnImmediately = input.configuration?.returnImmediately === true;
  const { outcome } = await acceptMessage(server, context, returnImmediately);
  if ("message" in outcome) return { output: { message: outcome.message } };
  const { taskId, seq } = outcome.task;
  const limitMs = codec.returnsUnfinished ? server.maxBlockingMs : undefined;
  const stored = await server.engine.waitFor(context.scope, taskId, {
    until: returnImmediately ? "changed" : "settled",
    after: returnImmediately ? seq - 1 : seq,
    signal: context.signal,
    view: viewFor(context, input.configuration?.historyLength),
    timeoutMs: limitMs,
  });
  const output = new Serialized(
    () => `{"task":${stored.json}}`,
    () => ({ task: stored.task }),
  );
  return { output, size: stored.size };
}
