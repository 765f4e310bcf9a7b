import { isSettled, pause, type Task } from "@a2a/types";

/** How a task is polled. */
export interface PollOptions {
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** A task, read until it is over or asks something. While it works, the waits grow, up to five times as long. */
export async function* pollTask(
  read: () => Promise<Task>,
  { everyMs, signal }: PollOptions,
): AsyncGenerator<{ task: Task }, void, void> {
  // An interval of nothing would be a busy loop.
  const leastMs = Math.max(everyMs, 10);
  for (let looks = 0; ; looks++) {
    const task = await read();
    yield { task };
    if (isSettled(task.status.state)) return;
    await pause(leastMs * Math.min(5, 1.2 ** looks), signal);
  }
}
