import type { StreamItem } from "@a2a/bridge";
import { type LogEvent, type Message, taskNotFound } from "@a2a/types";
import type { LogEntry } from "../engine/port/task-engine.ts";
import { acceptMessage } from "./accept-message.ts";
import type { CallContext, PerformedStream } from "./call.ts";
import type { ServerContext } from "./server-context.ts";
import { streamLog, streamTask } from "./task-stream.ts";

/** Starts or continues a task and follows it until its end or a question. */
export async function streamMessage(
  server: ServerContext,
  context: CallContext<"sendStreamingMessage">,
): Promise<PerformedStream> {
  const { outcome, isNew } = await acceptMessage(server, context, true);
  if ("message" in outcome) return { batches: single(outcome.message) };
  const { taskId, seq } = outcome.task;
  // A question to the caller ends the stream; a need for credentials does not, since those come another way.
  const endsAt = (entry: LogEntry) => (entry.answered ?? 0) >= seq && isQuestion(entry.event);
  const { lastEventId } = context.call;
  if (isNew && lastEventId === undefined) return streamLog(server, context, taskId, endsAt);
  const at = await server.engine.taskAt(context.scope, taskId, lastEventId ?? seq);
  if (at === undefined) throw taskNotFound(taskId);
  return streamTask(server, context, at, endsAt);
}

async function* single(message: Message): AsyncGenerator<readonly StreamItem[], void, void> {
  yield [{ event: { message } }];
}

function isQuestion(event: LogEvent): boolean {
  return "statusUpdate" in event && event.statusUpdate.status.state === "TASK_STATE_INPUT_REQUIRED";
}
