import type { StreamItem } from "@a2a/bridge";
import { type LogEvent, type Message, taskNotFound } from "@a2a/types";
import type { LogEntry } from "../engine/port/task-engine.ts";
import { acceptMessage } from "./accept-message.ts";
import type { CallContext, PerformedStream } from "./call.ts";
import type { ServerContext } from "./server-context.ts";
import { streamTask } from "./task-stream.ts";

/** Starts or continues a task and follows it until its end or a question. */
export async function streamMessage(
  server: ServerContext,
  context: CallContext<"sendStreamingMessage">,
): Promise<PerformedStream> {
  const outcome = await acceptMessage(server, context, true);
  if ("message" in outcome) return { batches: single(outcome.message) };
  const { taskId, seq } = outcome.task;
  const at = await server.engine.taskAt(context.scope, taskId, context.call.lastEventId ?? seq);
  if (at === undefined) throw taskNotFound(taskId);
  // A question to the caller ends the stream; a need for credentials does not, since those come another way.
  const endsAt = (entry: LogEntry) => (entry.answered ?? 0) >= seq && isQuestion(entry.event);
  return streamTask(server, context, { at, endsAt });
}

async function* single(message: Message): AsyncGenerator<readonly StreamItem[], void, void> {
  yield [{ event: { message } }];
}

function isQuestion(event: LogEvent): boolean {
  return "statusUpdate" in event && event.statusUpdate.status.state === "TASK_STATE_INPUT_REQUIRED";
}
