import type { SendMessageRequest, SendMessageResponse, Task } from "@a2a/types";
import { type PollOptions, polled } from "./poll.ts";

/** How the task of a send is waited for. */
export interface AwaitOptions extends PollOptions {
  /** The time limit. Then the task is returned as it is. Default 60,000. */
  timeoutMs?: number | undefined;
}

/** Whether a peer has answered a send before the task was done, although the caller wanted to wait. */
export function isEarly({ configuration }: SendMessageRequest, response: SendMessageResponse): boolean {
  return "task" in response && !configuration?.returnImmediately && isRunning(response.task);
}

/**
 * The response once its task has ended or asks something. Polls the task of a peer that does not wait. Where the task cannot be read, the
 * response stays as it is: the peer has accepted the message.
 */
export async function awaitTask(
  request: SendMessageRequest,
  response: SendMessageResponse,
  getTask: (id: string) => Promise<Task>,
  options: AwaitOptions,
): Promise<SendMessageResponse> {
  if (!("task" in response) || !isEarly(request, response)) return response;
  const { timeoutMs = 60_000, signal } = options;
  const end = performance.now() + timeoutMs;
  let { task } = response;
  try {
    for await (const read of polled(() => getTask(task.id), options)) {
      task = read.task;
      if (!isRunning(task) || performance.now() > end) break;
    }
  } catch (error) {
    if (signal?.aborted) throw error;
  }
  return { task };
}

function isRunning({ status }: Task): boolean {
  return status.state === "TASK_STATE_SUBMITTED" || status.state === "TASK_STATE_WORKING";
}
