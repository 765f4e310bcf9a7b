import type { Message, SendMessageResponse, Task } from "@a2a/types";
import { COMPAT, takeFrom } from "./preserve.ts";
import { randomId } from "./scalars.ts";
import type { CodecOptions } from "./version-codec.ts";

/**
 * A message answer as a completed task, for callers that know no other answer: all of 0.1, and a 0.2 client that reads the id of
 * a task at once. The task carries a mark by which it becomes the message again.
 */
export function messageAsTask(message: Message, taskId: string): Task {
  return {
    id: taskId,
    contextId: message.contextId ?? taskId,
    status: { state: "TASK_STATE_COMPLETED", message },
    artifacts: [{ artifactId: "idx-0", name: "response", parts: message.parts }],
    metadata: { [COMPAT]: { payload: "message" } },
  };
}

/** The message a marked task stands for, or `undefined` when the task is just a task. */
export function taskAsMessage(task: Task): Message | undefined {
  return takeFrom(task.metadata, "payload").kept.payload === "message" ? task.status.message : undefined;
}

/** An answer that is a task in any case. */
export function asTask(response: SendMessageResponse, options?: CodecOptions): { task: Task } {
  if ("task" in response) return response;
  const taskId = response.message.taskId ?? (options?.createId ?? randomId)();
  return { task: messageAsTask(response.message, taskId) };
}
