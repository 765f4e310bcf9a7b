import { isJsonObject, type Message, type SendMessageResponse, type Task } from "@a2a/types";
import { keepIn, takeFrom } from "../../codec/preserve.ts";
import { randomId } from "../../codec/scalars.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";

/**
 * A message answer as a completed task, for callers that know no other answer: all of 0.1, and a 0.2 client that reads the id of
 * a task at once. The task carries a mark by which it becomes the message again.
 */
export function messageAsTask(message: Message, taskId: string): Task {
  const contextId = message.contextId ?? taskId;
  return {
    id: taskId,
    contextId,
    status: { state: "TASK_STATE_COMPLETED", message },
    artifacts: [{ artifactId: "idx-0", name: "response", parts: message.parts }],
    ...{ metadata: keepIn(undefined, { payload: "message", messageId: message.messageId }) ?? {} },
  };
}

/** The message a marked task stands for, or `undefined` when the task is just a task. */
export function taskAsMessage(task: Task): Message | undefined {
  const { kept } = takeFrom(task.metadata, "payload", "messageId");
  if (kept.payload !== "message" || !task.status.message || isJsonObject(kept.messageId)) return undefined;
  return task.status.message;
}

/** An answer that is a task in any case. */
export function asTask(response: SendMessageResponse, options?: CodecOptions): SendMessageResponse {
  if ("task" in response) return response;
  const taskId = response.message.taskId ?? (options?.createId ?? randomId)();
  return { task: messageAsTask(response.message, taskId) };
}
