import { type Answer, Serialized } from "@a2a/bridge";
import type { SendMessageResponse } from "@a2a/types";
import type { CallContext } from "../dispatch/call-context.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import type { StoredTask } from "../engine/port/task-engine.ts";
import { takeIn } from "./take-in.ts";
import { asSeen, viewFor } from "./task-output.ts";

/** Starts or continues a task, and waits for its end or a question unless the caller does not want to. */
export async function sendMessage(server: ServerContext, context: CallContext<"sendMessage">): Promise<Answer> {
  const { configuration } = context.call.input;
  const hurry = configuration?.returnImmediately === true;
  const outcome = await takeIn(server, context, hurry);
  if ("message" in outcome) return context.reply.result(context.call, { message: outcome.message });
  const { taskId, seq } = outcome.task;
  const view = viewFor(context, configuration?.historyLength);
  const { maxBlockingMs } = context.reply.codec;
  const limit = maxBlockingMs === undefined ? undefined : (server.maxBlockingMs ?? maxBlockingMs);
  const stored = await server.engine.waitFor(context.scope, taskId, {
    ...(hurry ? { until: "changed", after: seq - 1 } : { until: "settled", after: seq }),
    signal: context.signal,
    view,
    ...(limit !== undefined && { timeoutMs: limit }),
  });
  return context.reply.result(context.call, answerOf(context, stored));
}

function answerOf(context: CallContext, stored: StoredTask): Serialized<SendMessageResponse> {
  return new Serialized(`{"task":${stored.json}}`, () => ({ task: asSeen(context, stored) }));
}
