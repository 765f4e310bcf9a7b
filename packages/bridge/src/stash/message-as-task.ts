import type { Message, SendMessageResponse, Task } from "@a2a/types";
import { randomId } from "../codec/scalars.ts";
import type { CodecOptions } from "../codec/version-codec.ts";
import { optional, stash, unstash } from "./stash.ts";

/**
 * A message response as a completed task, for callers that accept nothing else: all of 0.1, and a 0.2 client that reads the id of
 * a task immediately. With `marked`, the task carries a marker from which the message can be restored.
 */
export function messageAsTask(message: Message, taskId: string, marked = true): Task {
  const mark = marked ? stash(undefined, { payload: "message", messageId: message.messageId }) : undefined;
  return {
    id: taskId,
    contextId: message.contextId ?? taskId,
    status: { state: "TASK_STATE_COMPLETED", message },
    artifacts: [{ artifactId: "idx-0", name: "response", parts: message.parts }],
    ...optional("metadata", mark),
  };
}

/** The message in a marked task, or `undefined` for an ordinary task. */
export function taskAsMessage(task: Task): Message | undefined {
  const { payload, messageId } = unstash(task.metadata, "payload", "messageId").kept;
  const { message } = task.status;
  if (payload !== "message" || message === undefined) return undefined;
  return typeof messageId === "string" && messageId !== "" ? { ...message, messageId } : message;
}

/** A response converted to a task if necessary. */
export function asTask(response: SendMessageResponse, options?: CodecOptions, marked?: boolean): { task: Task } {
  if (response.task) return { task: response.task };
  const { message } = response;
  return { task: messageAsTask(message, answerId(message, options), marked) };
}

/** The id of the task that represents a message. */
export function answerId(message: Message, options?: CodecOptions): string {
  return options?.taskId ?? message.taskId ?? (options?.createId ?? randomId)();
}
